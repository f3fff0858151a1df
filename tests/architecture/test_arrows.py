"""Keeps the table of docs/architecture.md: who may import whom, and who may write."""

import ast

import pytest

from tests.architecture.sources import ROOMS, Module, is_standard, modules, within

MODULES = list(modules())

# What a room may import of ours, besides itself.
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "accounts": (),
    "clubs": ("accounts.submissions", "accounts.models.Submission"),
    # limits and addresses know nothing of any room: how large a request may be, where this machine is found.
    "games": ("accounts", "clubs", "loo_ledger.limits", "loo_ledger.addresses"),
    "loo_ledger": ROOMS,
}
PAGES = ("games.views", "games.forms", "games.templatetags", "games.urls", "games.page_urls", "games.table_urls")
ENTRANCES = (*PAGES, "games.tasks", "games.management", "games.api")
WRITERS = ("accounts.journal", "accounts.submissions", "games.services", "games.jobs")
RAW_SQL = ("accounts.guards", "loo_ledger.durability", "loo_ledger.management.commands.serve")
WRITES = {"save", "create", "bulk_create", "bulk_update", "get_or_create", "update_or_create", "delete"}


def test_the_walk_sees_the_rooms() -> None:
    names = {module.name for module in MODULES}
    assert {"accounts.journal", "clubs.models", "games.books", "games.rules.step", "loo_ledger.settings"} <= names
    assert len(names) > 50


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_its_arrows_allow(room: str) -> None:
    wrong = [
        f"{module.at(line)} imports {name}"
        for module in MODULES
        if module.is_in(room)
        for name, line in module.imports.items()
        if within(name, *ROOMS) and not within(name, room, *MAY_IMPORT[room])
    ]
    assert wrong == []


def test_the_rules_import_nothing_but_the_standard_library() -> None:
    wrong = [
        f"{module.at(line)} imports {name}"
        for module in MODULES
        if module.is_in("games.rules")
        for name, line in module.imports.items()
        if not is_standard(name) and not within(name, "games.rules")
    ]
    assert wrong == []


def test_only_the_books_of_games_speak_to_the_journal() -> None:
    callers = {
        module.name
        for module in MODULES
        for name in module.imports
        if within(name, "accounts.journal") and not module.is_in("accounts")
    }
    assert callers == {"games.books", "games.checks"}


def test_the_audit_reads_the_journal_and_never_posts() -> None:
    audit = next(module for module in MODULES if module.name == "games.checks")
    used = {
        node.attr
        for node in ast.walk(audit.tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "journal"
    }
    assert used <= {"amounts", "balances", "booked", "booked_for", "booked_by_subject", "head", "history"}


@pytest.mark.parametrize("room", ["games.selectors", "games.books", "games.services", "games.reports", "games.jobs"])
def test_what_lies_below_imports_no_page_task_or_command(room: str) -> None:
    wrong = [
        f"{module.at(line)} imports {name}"
        for module in MODULES
        if module.is_in(room)
        for name, line in module.imports.items()
        if within(name, *ENTRANCES)
    ]
    assert wrong == []


@pytest.mark.parametrize("reader", ["games.selectors", "games.codec", "games.reports", "games.books"])
def test_what_reads_or_books_calls_no_service(reader: str) -> None:
    wrong = [
        f"{module.at(line)} imports {name}"
        for module in MODULES
        if module.is_in(reader)
        for name, line in module.imports.items()
        if within(name, "games.services")
    ]
    assert wrong == []


def test_pages_tasks_and_commands_do_not_go_round_the_services() -> None:
    wrong = [
        f"{module.at(line)} imports {name}"
        for module in MODULES
        if module.is_in(*ENTRANCES)
        for name, line in module.imports.items()
        if within(name, "games.books", "accounts.journal", "accounts.models")
    ]
    assert wrong == []


def _writes(module: Module) -> list[str]:
    """The calls of a module that write to the database through Django's models."""
    found = []
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = node.func.attr
            # A queryset's update takes keywords alone, and its receiver is itself made by a call.
            queryset = name == "update" and not node.args and isinstance(node.func.value, ast.Call)
            if name.removeprefix("a") in WRITES or name in WRITES or queryset:
                found.append(f"{module.at(node.lineno)} calls .{name}()")
    return found


def test_only_services_and_the_journal_write() -> None:
    assert [write for module in MODULES if not module.is_in(*WRITERS) for write in _writes(module)] == []


def test_the_search_for_writes_finds_them() -> None:
    assert len([write for module in MODULES if module.is_in(*WRITERS) for write in _writes(module)]) > 10


def test_sql_of_our_own_stays_where_it_is_guarded() -> None:
    wrong = [
        module.at(node.lineno)
        for module in MODULES
        if not module.is_in(*RAW_SQL)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and node.attr in ("cursor", "raw", "RawSQL")
    ]
    assert wrong == []


def test_the_only_signals_are_the_pair_around_a_migration() -> None:
    listeners = {
        module.name
        for module in MODULES
        for name in module.imports
        if "signals" in name.split(".") or "dispatch" in name
    }
    assert listeners == {"accounts.apps"}


def test_no_model_has_logic_in_save_or_delete() -> None:
    wrong = [
        f"{module.at(node.lineno)} defines {node.name}"
        for module in MODULES
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef) and node.name in ("save", "delete", "clean", "full_clean")
        if module.name.endswith(".models")
    ]
    assert wrong == []
