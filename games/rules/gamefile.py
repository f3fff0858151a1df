"""The game file, read strictly ("The game file" is its reference).

Reading takes bytes and gives a :class:`GameFile` or every error of form; :mod:`games.rules.filewriter` writes it back.
Whether the game can be played as it says is found by :mod:`games.rules.replay`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from games.rules import codec
from games.rules.facts import Entry, Seat
from games.rules.filefaults import CODES, FORM_CODES, Unreadable, in_order
from games.rules.form import Form, shown
from games.rules.jsontext import beyond_limits, json_error, parse
from games.rules.refusal import MAX_SEATED
from games.rules.ruleset import RuleSet, check_rules, merged
from games.rules.state import Opening
from games.rules.unit import Unit

FORMAT = "loo-game/1"
_HEAD = frozenset(
    ("format", "title", "sources", "unit", "rules", "players", "opening", "entries", "settlement", "expect_error")
)
_NEEDED = ("format", "rules", "players", "entries")
_ENTRY_FIELDS = frozenset((*codec.ENTRY_KINDS, "note", "after"))
_ENTRY_KINDS = frozenset(codec.ENTRY_KINDS)
_AFTER_FIELDS = frozenset(("kind", "kind_expected", "pool", "net", "looed", "left"))
_AFTER_KINDS = ("single", "double", "join", "leave", "adjust", "finish")
_LARGEST_RATE = 1_000_000

COUNTER = Unit()
"""The unit of a game that names none."""

Amounts = tuple[tuple[Seat, int], ...]


class After(NamedTuple):
    """What a file says that an entry comes to; None where it does not say."""

    kind: str | None = None
    kind_expected: str | None = None
    pool: int | None = None
    net: Amounts | None = None
    looed: Amounts | None = None
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a file says that the game comes to; None where it does not say."""

    balances: Amounts | None = None
    money: Amounts | None = None
    payments: int | None = None


class FileEntry(NamedTuple):
    """One entry with its note and what the file says that it comes to."""

    entry: Entry
    note: str | None = None
    after: After | None = None


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game as its file tells it. ``names`` are by seat number: ``players`` at the start, then each joiner."""

    rules: RuleSet
    names: tuple[str, ...]
    players: int
    entries: tuple[FileEntry, ...] = ()
    opening: Opening | None = None
    unit: Unit = COUNTER
    title: str | None = None
    sources: tuple[str, ...] | None = None
    settlement: Settlement | None = None
    expect_error: str | None = None


def read(raw: bytes) -> GameFile:
    """The game in a file or line. Raises Unreadable with every error of form, in the order of the format's table."""
    value = parse(raw)
    players = value.get("players")
    names = _names(players, value.get("entries"))
    form = Form(names)
    game = _game(form, value, len(players) if isinstance(players, list) else 0)
    if form.errors:
        expected = value.get("expect_error")
        beyond = beyond_limits(value)
        errors = form.errors if beyond is None else [json_error(beyond)]
        raise Unreadable(in_order(errors, FORM_CODES), expected if isinstance(expected, str) else None)
    return game


def _names(players: Any, entries: Any) -> dict[str, Seat]:
    """Everybody's seat number: those who sat at the start in seat order, then each joiner."""
    names: dict[str, Seat] = {}
    for name in players if isinstance(players, list) else ():
        if isinstance(name, str) and name.strip():
            names.setdefault(name, len(names))
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and "join" in entry:
            join = entry["join"]
            name = join.get("player") if isinstance(join, dict) else None
            if isinstance(name, str) and name.strip():
                names.setdefault(name, len(names))
    return names


def _game(form: Form, value: dict[str, Any], players: int) -> GameFile:
    if not value.keys() <= _HEAD or any(field not in value for field in _NEEDED):
        form.object(value, "a game", _HEAD, _NEEDED)
    get = value.get
    if "format" in value and form.text(value["format"], "format") != FORMAT and isinstance(value["format"], str):
        form.fail("format", f"the format is {shown(value['format'])}, not {FORMAT!r}")
    game = GameFile(
        rules=_rules(form, get("rules")) if "rules" in value else _ANY_RULES,
        names=tuple(form.seats),
        players=_players(form, value["players"]) if "players" in value else 0,
        opening=_opening(form, value["opening"], players) if "opening" in value else None,
        unit=_unit(form, value["unit"]) if "unit" in value else COUNTER,
        title=form.text(value["title"], "title") if "title" in value else None,
        sources=_sources(form, value["sources"]) if "sources" in value else None,
        expect_error=form.word(value["expect_error"], "expect_error", CODES) if "expect_error" in value else None,
        settlement=_settlement(form, value["settlement"]) if "settlement" in value else None,
    )
    return replace(game, entries=_entries(form, value["entries"])) if "entries" in value else game


def _sources(form: Form, value: Any) -> tuple[str, ...]:
    return tuple([form.text(item, "sources") for item in form.list(value, "sources")])


def _players(form: Form, value: Any) -> int:
    players = form.list(value, "players")
    names = [name for name in players if form.name(name, "players") is name]
    if len({*names}) < len(names):
        form.fail("player-twice", "players names a player twice")
    if isinstance(value, list) and not 2 <= len(players) <= MAX_SEATED:
        form.fail("player-count", f"2 to {MAX_SEATED} players sit at a table, not {len(players)}")
    return len(players)


_ANY_RULES = RuleSet.of("peel")


def _rules(form: Form, value: Any) -> RuleSet:
    if not isinstance(value, dict):
        form.fail("field-value", "rules must be an object")
        return _ANY_RULES
    if "preset" not in value:
        form.fail("field-missing", "rules needs the field 'preset'")
    elif not isinstance(value["preset"], str):
        form.fail("field-value", "preset must be a text")
    preset = value.get("preset")
    overrides = {switch: setting for switch, setting in value.items() if switch != "preset"}
    # JSON has lists only; a preset's default stands in where the preset itself could not be read.
    faults = check_rules(preset if isinstance(preset, str) else _ANY_RULES.preset, overrides)
    for fault in faults:
        form.fail(fault.code, fault.text)
    return _ANY_RULES if faults or not isinstance(preset, str) else merged(preset, overrides)


def _opening(form: Form, value: Any, players: int) -> Opening:
    value = form.object(value, "opening", ("pool", "looed", "last_dealer", "balances"))
    before = len(form.errors)
    pool = form.number(value["pool"], "pool", 0) if "pool" in value else 0
    looed = form.flag(value["looed"], "looed") if "looed" in value else False
    last_dealer = form.seat(value["last_dealer"], "last_dealer") if "last_dealer" in value else None
    pairs = form.amounts(value["balances"], "balances") if "balances" in value else None
    for seat in [seat for seat, _ in pairs or ()] + [-1 if last_dealer is None else last_dealer]:
        if seat >= players:
            form.fail("player-unknown", f"opening: {shown(list(form.seats)[seat])} does not sit there at the start")
    _opening_conflicts(form, value)
    if len(form.errors) > before:
        return Opening()
    if pairs is None:
        return Opening(pool, looed, last_dealer)
    balances = dict(pairs)
    return Opening(pool, looed, last_dealer, tuple([balances.get(seat, 0) for seat in range(players)]))


def _opening_conflicts(form: Form, value: dict[str, Any]) -> None:
    """What contradicts itself in an opening, looked for in the numbers as they stand, whatever else is wrong."""
    pool = value.get("pool", 0)
    if value.get("looed") is True and pool == 0:
        form.fail("opening-conflict", "a loo was paid into a pool that is empty")
    balances = value.get("balances")
    amounts = [pool, *balances.values()] if isinstance(balances, dict) else []
    if all(type(amount) is int for amount in amounts) and sum(amounts):
        form.fail("opening-conflict", "the opening balances do not sum to minus the pool")


def _unit(form: Form, value: Any) -> Unit:
    value = form.object(value, "unit", ("name", "big", "money", "starting"), ("name",))
    fields: dict[str, Any] = {}
    if "name" in value:
        fields["name"] = form.name(value["name"], "unit name")
    if "big" in value:
        big = form.object(value["big"], "big", ("name", "worth"), ("name", "worth"))
        fields["big_name"] = form.name(big.get("name", "?"), "big name")
        fields["big_worth"] = form.number(big.get("worth", 1), "worth", 1)
    if "money" in value:
        needed = ("currency", "minor_units", "per")
        money = form.object(value["money"], "money", needed, needed)
        fields["currency"] = form.name(money.get("currency", "?"), "currency")
        fields["minor_units"] = form.number(money.get("minor_units", 1), "minor_units", 1, _LARGEST_RATE)
        fields["per"] = form.number(money.get("per", 1), "per", 1, _LARGEST_RATE)
    if "starting" in value:
        fields["starting"] = form.number(value["starting"], "starting", 1)
    return Unit(**fields)


def _settlement(form: Form, value: Any) -> Settlement:
    value = form.object(value, "settlement", ("balances", "money", "payments"))
    return Settlement(
        form.amounts(value["balances"], "balances") if "balances" in value else None,
        form.amounts(value["money"], "money") if "money" in value else None,
        form.number(value["payments"], "payments", 0) if "payments" in value else None,
    )


def _entries(form: Form, value: Any) -> tuple[FileEntry, ...]:
    entries: list[FileEntry] = []
    finished = False
    for number, item in enumerate(form.list(value, "entries"), start=1):
        form.entry = number
        if finished:
            form.fail("entry-after-finish", "the game is finished before this entry")
        entry = _entry(form, item)
        if entry is not None:
            entries.append(entry)
        finished = finished or (isinstance(item, dict) and "finish" in item)
    form.entry = 0
    return tuple(entries)


def _entry(form: Form, item: Any) -> FileEntry | None:
    if not isinstance(item, dict):
        form.fail("field-value", "an entry must be an object")
        return None
    found = item.keys() & _ENTRY_KINDS
    if not item.keys() <= _ENTRY_FIELDS:
        form.object(item, "an entry", _ENTRY_FIELDS)
    if len(found) != 1:
        form.fail("entry-kind", f"an entry is exactly one of {', '.join(codec.ENTRY_KINDS)}")
    entries = [codec.read_entry(form, kind, item[kind]) for kind in found]
    note = form.text(item["note"], "note") if "note" in item else None
    after = _after(form, item["after"]) if "after" in item else None
    return FileEntry(entries[0], note, after) if entries else None


def _after(form: Form, value: Any) -> After:
    if not isinstance(value, dict) or not value.keys() <= _AFTER_FIELDS:
        value = form.object(value, "after", _AFTER_FIELDS)
    get = value.get
    return After(
        form.word(get("kind"), "kind", _AFTER_KINDS) if "kind" in value else None,
        form.word(get("kind_expected"), "kind_expected", _AFTER_KINDS[:2]) if "kind_expected" in value else None,
        form.number(get("pool"), "pool", 0) if "pool" in value else None,
        form.amounts(get("net"), "net") if "net" in value else None,
        form.amounts(get("looed"), "looed", 0) if "looed" in value else None,
        form.number(get("left"), "left", 0) if "left" in value else None,
    )
