"""Runs the checks and the test suites, counts each suite's tests, and fails on a skip or on fewer than the floor.

    script/test                    everything
    script/test rules books        these suites alone
    script/test --set-floors       everything, then write the counts into tests/floors.json

Needs the services of script/with-services. The last line is `N passed, M failed`.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
FLOORS = TESTS / "floors.json"
PYTHON = sys.executable

CHECKS = {
    "lint": [PYTHON, "-m", "ruff", "check", "."],
    "format": [PYTHON, "-m", "ruff", "format", "--check", "."],
    "types": [PYTHON, "-m", "mypy"],
    "migrations": [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
    "deploy": [PYTHON, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
}

# Which databases each folder of tests runs on, and in how many processes: 1 where time or the machine is tested.
BOTH = ("SQLite", "PostgreSQL")
FOLDERS: dict[str, tuple[tuple[str, ...], int]] = {
    "rules": ((), 2),
    "architecture": ((), 1),
    "accounts": (BOTH, 2),
    "books": (BOTH, 2),
    "services": (BOTH, 2),
    "pages": (("SQLite",), 2),
    "reports": (("SQLite",), 2),
    "jobs": (BOTH, 1),
    "server": (BOTH, 1),
    "races": (BOTH, 1),
    "faults": ((), 1),
    "workers": (BOTH, 1),
    "browser": (("SQLite",), 1),
}
NOT_SUITES = {"support", "bench", "worked_games", "data", "__pycache__"}


@dataclass(frozen=True)
class Suite:
    """A folder of tests on one database (none: the tests need no database)."""

    folder: str
    database: str
    processes: int

    @property
    def name(self) -> str:
        """What it is called on the command line's last page and in the floors."""
        return f"{self.folder} on {self.database}" if self.database else self.folder


@dataclass
class Count:
    """What came of a suite."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)


def suites() -> Iterator[Suite]:
    """Every suite that is there. SystemExit for a folder of tests that no suite would run."""
    present = {path.name for path in TESTS.iterdir() if path.is_dir()} - NOT_SUITES
    unknown = sorted(name for name in present - set(FOLDERS) if any((TESTS / name).rglob("test_*.py")))
    if unknown:
        sys.exit(f"tests/{unknown[0]} belongs to no suite; add it to FOLDERS in script/suites.py.")
    for folder, (databases, processes) in FOLDERS.items():
        if folder in present and any((TESTS / folder).rglob("test_*.py")):
            for database in databases or ("",):
                yield Suite(folder, database, processes)


def environment(database: str, data: str) -> dict[str, str]:
    """The environment of a check or suite: its own data folder, and the database asked for."""
    given = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    given["LOO_DATA"] = data
    if database == "PostgreSQL":
        given["DATABASE_URL"] = os.environ["DATABASE_URL_POSTGRESQL"]
    return given


def run_check(name: str) -> Count:
    """One of CHECKS, counted as one test that passed or failed."""
    print(f"\n--- {name}", flush=True)
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="loo-check-") as data:
        env = environment("", data)
        if name == "deploy":
            env["LOO_SITE_URL"] = "https://loo.example.org"
        code = subprocess.run(CHECKS[name], cwd=ROOT, env=env, check=False).returncode
    seconds = time.monotonic() - start
    return Count(passed=1, seconds=seconds) if code == 0 else Count(failed=1, seconds=seconds, faults=["failed"])


def run_suite(suite: Suite) -> Count:
    """All tests of a suite, counted from pytest's own report."""
    print(f"\n--- {suite.name}", flush=True)
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="loo-suite-") as data:
        report = Path(data) / "report.xml"
        command = [PYTHON, "-m", "pytest", f"tests/{suite.folder}", "-q", "--no-header", f"--junit-xml={report}"]
        if suite.processes > 1:
            command += ["-n", str(suite.processes)]
        code = subprocess.run(command, cwd=ROOT, env=environment(suite.database, data), check=False).returncode
        count = read_report(report) if report.exists() else Count()
    count.seconds = time.monotonic() - start
    if code != 0:
        count.faults.append(f"pytest ended with {code}")
        count.failed = max(count.failed, 1)
    return count


def read_report(report: Path) -> Count:
    """The counts of a JUnit report that pytest wrote."""
    root = ElementTree.parse(report).getroot()  # noqa: S314  (our own file)
    total = {key: sum(int(part.get(key, 0)) for part in root.iter("testsuite")) for key in _KEYS}
    failed = total["failures"] + total["errors"]
    return Count(
        passed=total["tests"] - failed - total["skipped"],
        failed=failed,
        skipped=total["skipped"],
        faults=[f"{total['skipped']} skipped"] if total["skipped"] else [],
    )


_KEYS = ("tests", "failures", "errors", "skipped")


def hold_to_floor(name: str, count: Count, floors: Mapping[str, int]) -> None:
    """Note a fault if a suite ran fewer tests than were once promised."""
    floor = floors.get(name)
    if floor is None:
        count.faults.append("has no floor in tests/floors.json")
    elif count.passed + count.failed < floor:
        count.faults.append(f"ran {count.passed + count.failed} tests, fewer than its floor of {floor}")


def main(arguments: list[str]) -> int:
    """Run what is asked for; the exit code."""
    set_floors = "--set-floors" in arguments
    wanted = [word for word in arguments if word != "--set-floors"]
    present = list(suites())
    known = {*CHECKS, *(suite.folder for suite in present), *(suite.name for suite in present)}
    if strange := [word for word in wanted if word not in known]:
        sys.exit(f"There is no suite {strange[0]!r}; there are: {', '.join(sorted(known))}.")
    floors: dict[str, int] = json.loads(FLOORS.read_text("utf-8")) if FLOORS.exists() else {}
    results: dict[str, Count] = {}
    for name in CHECKS:
        if not wanted or name in wanted:
            results[name] = run_check(name)
    for suite in present:
        if not wanted or suite.folder in wanted or suite.name in wanted:
            results[suite.name] = run_suite(suite)
            if not set_floors:
                hold_to_floor(suite.name, results[suite.name], floors)
    if not wanted and not set_floors:
        for name in sorted(set(floors) - set(results)):
            results[name] = Count(faults=["has a floor but no tests"])
    if set_floors:
        counted = {name: count.passed for name, count in results.items() if name not in CHECKS}
        FLOORS.write_text(json.dumps({**floors, **counted}, indent=2, sort_keys=True) + "\n", "utf-8")
    return report_all(results)


def report_all(results: Mapping[str, Count]) -> int:
    """Print the table and the last line; 1 if anything is at fault."""
    print(f"\n{'suite':<28}{'passed':>8}{'failed':>8}{'seconds':>9}")
    for name, count in results.items():
        print(f"{name:<28}{count.passed:>8}{count.failed:>8}{count.seconds:>9.1f}  {'; '.join(count.faults)}".rstrip())
    seconds = sum(count.seconds for count in results.values())
    passed = sum(count.passed for count in results.values())
    # A skip or a missing test fails the run as much as a failing one, so the last line must show it.
    failed = sum(max(count.failed, 1 if count.faults else 0) for count in results.values())
    print(f"{'all':<28}{passed:>8}{failed:>8}{seconds:>9.1f}\n")
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
