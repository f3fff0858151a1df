"""House rules that a reader would otherwise have to watch: whole numbers near money, short functions, short files."""

import ast

import pytest

from tests.architecture.sources import ROOT, Module, modules

MODULES = list(modules())
MONEY = ("accounts", "games.rules", "games.services", "games.books", "games.codec", "games.selectors", "games.results")
LONGEST_FILE = 400
LONGEST_FUNCTION = 70


def _is_path(node: ast.BinOp) -> bool:
    """Whether a division joins a path: one side is text."""
    return any(isinstance(side, ast.Constant | ast.JoinedStr) and not _number(side) for side in (node.left, node.right))


def _number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def _inexact(module: Module) -> list[str]:
    found = []
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            found.append(f"{module.at(node.lineno)}: {node.value}")
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and not _is_path(node):
            found.append(f"{module.at(node.lineno)}: a division that is not whole")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float":
            found.append(f"{module.at(node.lineno)}: float()")
    return found


def test_no_float_and_no_inexact_division_near_money() -> None:
    assert [place for module in MODULES if module.is_in(*MONEY) for place in _inexact(module)] == []


def test_no_file_is_too_long_to_read() -> None:
    lengths = {module.at(1): len(module.path.read_text("utf-8").splitlines()) for module in MODULES}
    assert {place: length for place, length in lengths.items() if length > LONGEST_FILE} == {}


def test_no_function_is_too_long_to_read() -> None:
    wrong = [
        f"{module.at(node.lineno)} {node.name}: {(node.end_lineno or 0) - node.lineno + 1} lines"
        for module in MODULES
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > LONGEST_FUNCTION
    ]
    assert wrong == []


@pytest.mark.parametrize("name", ["requirements.in", "requirements-dev.in"])
def test_every_requirement_names_one_version(name: str) -> None:
    lines = (ROOT / name).read_text("ascii").splitlines()
    wanted = [line for line in lines if line and not line.startswith(("#", "-r "))]
    assert wanted
    assert [line for line in wanted if "==" not in line] == []
