"""Plants each fault of planted.toml in a copy of the tree and expects the tests named with it to fail.

    script/faults                    all of them
    script/faults chain payment      those whose name has one of these words

A fault is caught if the tests pass without it and pytest reports failures with it; anything else (the text is not
there, the tests cannot even be collected) fails the run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLANTED = Path(__file__).with_name("planted.toml")
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".var", "__pycache__", ".*_cache", ".hypothesis", "node_modules")
PASSED, FAILED = 0, 1


@dataclass(frozen=True)
class Fault:
    """A guard that is broken, and the tests that must notice."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    only: str = ""
    quick: bool = False

    @property
    def database(self) -> str:
        """The database on which it is planted."""
        return self.only or "SQLite"


def faults() -> list[Fault]:
    """All planted faults."""
    found = tomllib.loads(PLANTED.read_text("utf-8"))["fault"]
    return [Fault(**{**fault, "tests": tuple(fault["tests"])}) for fault in found]


@contextmanager
def copy_of_the_tree() -> Iterator[Path]:
    """A copy of the project in which anything may be broken."""
    with tempfile.TemporaryDirectory(prefix="loo-faults-") as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, ignore=LEFT_OUT)
        yield tree


@contextmanager
def planted(tree: Path, fault: Fault) -> Iterator[None]:
    """The fault stands in the copy meanwhile. Raises ValueError where its text is not there exactly once."""
    path = tree / fault.file
    text = path.read_text("utf-8")
    if text.count(fault.old) != 1:
        raise ValueError(f"{fault.name}: its text is {text.count(fault.old)} times in {fault.file}")
    path.write_text(text.replace(fault.old, fault.new), "utf-8")
    try:
        yield
    finally:
        path.write_text(text, "utf-8")


def outcome(tree: Path, tests: Iterable[str], database: str) -> tuple[int, str]:
    """pytest's exit code and output for these tests in the copy."""
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    if database == "PostgreSQL":
        env["DATABASE_URL"] = os.environ["DATABASE_URL_POSTGRESQL"]
    with tempfile.TemporaryDirectory(prefix="loo-faults-data-") as data:
        env |= {"LOO_DATA": data, "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider", *tests]
        done = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout[-3000:] + done.stderr[-1000:]


def uncaught(chosen: Sequence[Fault]) -> list[str]:
    """Plant each fault; a sentence for each that was not caught."""
    wrong: list[str] = []
    with copy_of_the_tree() as tree:
        for database in sorted({fault.database for fault in chosen}):
            here = [fault for fault in chosen if fault.database == database]
            tests = sorted({test for fault in here for test in fault.tests})
            code, said = outcome(tree, tests, database)
            if code != PASSED:
                return [f"without any fault the tests do not pass on {database}:\n{said}"]
            for fault in here:
                with planted(tree, fault):
                    missed = [test for test in fault.tests if not _fails(tree, test, database, wrong)]
                wrong += [f"{fault.name}: {test} did not notice" for test in missed]
                print(f"{'MISSED' if missed else 'caught'}  {fault.name} ({database})", flush=True)
    return wrong


def _fails(tree: Path, test: str, database: str, wrong: list[str]) -> bool:
    code, said = outcome(tree, [test], database)
    if code not in (PASSED, FAILED):
        wrong.append(f"{test} could not be run: pytest ended with {code}\n{said}")
    return code != PASSED


def main(words: Sequence[str]) -> int:
    """Plant the faults whose name has one of the words, or all; 1 if one was not caught."""
    chosen = [fault for fault in faults() if not words or any(word in fault.name for word in words)]
    if not chosen:
        print(f"No planted fault has one of these words in its name: {' '.join(words)}")
        return 1
    wrong = uncaught(chosen)
    for sentence in wrong:
        print(sentence)
    print(f"{len(chosen)} faults planted, {len(wrong)} not caught")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
