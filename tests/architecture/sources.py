"""The product's modules as syntax trees, and what each imports."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("accounts", "clubs", "games", "loo_ledger")


@dataclass(frozen=True)
class Module:
    """One source file."""

    name: str
    path: Path

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return ast.parse(self.path.read_text("utf-8"))

    @cached_property
    def imports(self) -> dict[str, int]:
        """Everything it imports, also inside functions, as `package.module` or `package.module.name`, with the line."""
        found: dict[str, int] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found.update((alias.name, node.lineno) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{self.path}:{node.lineno}: relative imports hide the arrow"
                found.update((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)
        return found

    def is_in(self, *prefixes: str) -> bool:
        """Whether it is one of these modules or lies in one of these packages."""
        return within(self.name, *prefixes)

    def at(self, line: int) -> str:
        """A place in it, for a message."""
        return f"{self.path.relative_to(ROOT)}:{line}"


def within(name: str, *prefixes: str) -> bool:
    """Whether `name` is one of `prefixes` or lies below one."""
    return any(name == prefix or name.startswith(f"{prefix}.") for prefix in prefixes)


def modules() -> Iterator[Module]:
    """Every module of the product but the migrations."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if "migrations" not in parts:
                yield Module(".".join(parts).removesuffix(".__init__"), path)


def is_standard(name: str) -> bool:
    """Whether an import is of the standard library."""
    return name.split(".", maxsplit=1)[0] in sys.stdlib_module_names
