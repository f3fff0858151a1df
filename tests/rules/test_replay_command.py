"""``replay FILE... | -`` as a process: what it prints and exits with, and that nothing makes it stumble or grow."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WORKED = ROOT / "tests" / "worked_games"
LINE = json.dumps(json.loads((WORKED / "X20.json").read_text())).encode() + b"\n"
FAULTY = (
    b'{"format": "loo-game/1", "rules": {"preset": "peel", "stake": 1e400}, "players": ["A", "B"], "entries": []}\n'
)
COMMANDS = {"engine": ["-m", "games.rules"], "django": ["manage.py", "replay"]}


def run(*arguments: str, fed: bytes = b"", command: str = "engine") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, *COMMANDS[command], *arguments], input=fed, capture_output=True, cwd=ROOT, check=False
    )


def codes(printed: bytes) -> list[str | None]:
    """Line by line the code of the first error, or None where the game was replayed."""
    lines = [json.loads(line) for line in printed.splitlines()]
    return [line["errors"][0]["code"] if "errors" in line else None for line in lines]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_worked_game_is_as_it_should_be(command: str) -> None:
    good = sorted(str(path) for path in WORKED.glob("*.json"))
    invalid = sorted(str(path) for path in (WORKED / "invalid").glob("*.json"))

    done = run(*good, *invalid, command=command)

    assert (done.returncode, done.stderr) == (0, b"")
    assert codes(done.stdout)[: len(good)] == [None] * len(good)
    assert None not in codes(done.stdout)[len(good) :]


def test_a_line_says_what_each_entry_and_the_game_come_to() -> None:
    done = run(str(WORKED / "Y01.json"))

    told = json.loads(done.stdout)
    assert told.keys() == {"results", "balances", "settlement"}
    assert told["results"][0] == {
        "kind": "single",
        "pool": 3,
        "net": {"A": -6, "B": -3, "C": 3, "D": -3},
        "looed": {"A": 3, "B": 3, "D": 3},
        "left": 9,
    }
    assert told["balances"] == {"A": -3, "B": -10, "C": 1, "D": -1, "E": 13}
    assert told["settlement"] == {"money": {"A": -1, "B": -5, "C": 1, "D": -1, "E": 6}, "payments": 3}


def test_a_kind_that_ought_to_have_been_another_is_told() -> None:
    told = json.loads(run(str(WORKED / "Y08.json")).stdout)

    assert [result.get("kind_expected") for result in told["results"]] == [None, "single", None, None, "double", None]


def test_one_game_a_line_from_standard_input() -> None:
    done = run("-", fed=LINE + FAULTY + b"\n" + LINE + b'{"a": "\0"}\n' + LINE.rstrip(b"\n"))

    assert done.returncode == 1
    assert codes(done.stdout) == [None, "field-value", "json", None, "json", None]
    assert done.stderr == b""


def test_a_game_without_payments_has_an_empty_settlement() -> None:
    told = json.loads(run(str(WORKED / "X18.json")).stdout)

    assert told["settlement"] == {}


def test_a_missing_file_is_named_and_the_others_are_replayed() -> None:
    done = run("no-such.json", str(WORKED / "X01.json"), str(WORKED))

    assert done.returncode == 1
    assert codes(done.stdout) == [None]
    assert b"no-such.json" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [[], ["--help-me"]])
def test_without_a_file_it_says_how_it_is_used(arguments: list[str]) -> None:
    done = run(*arguments)

    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"usage: replay FILE")


def test_a_reader_who_goes_away_ends_it_quietly() -> None:
    source, sink = os.pipe()
    os.close(source)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "games.rules", "-"],
            input=LINE * 50,
            stdout=sink,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            check=False,
        )
    finally:
        os.close(sink)

    assert (done.returncode, done.stderr) == (1, b"")


def peak_memory(fed: Path) -> tuple[int, list[str | None]]:
    """The most memory that a replay of this input took, in MB, and what it printed; more than 400 MB is refused."""
    report = "import resource,sys; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)"
    code = (
        "import sys, io; from games.rules.commandline import main;"
        "main(['-'], sys.stdin.buffer, sys.stdout.buffer);" + report
    )
    with fed.open("rb") as stdin:
        done = subprocess.run(
            [sys.executable, "-c", code],
            stdin=stdin,
            capture_output=True,
            cwd=ROOT,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20)),
            check=True,
        )
    return int(done.stderr), codes(done.stdout)


def test_a_line_of_100_megabytes_is_refused_without_being_held(tmp_path: Path) -> None:
    fed = tmp_path / "games"
    with fed.open("wb") as file:
        file.write(LINE + b'{"title": "')
        for _ in range(100):
            file.write(b"x" * 1_000_000)
        file.write(b'"}\n' + LINE)

    megabytes, printed = peak_memory(fed)

    assert printed == [None, "json", None]
    assert megabytes < 100


def test_memory_stays_flat_over_many_games(tmp_path: Path) -> None:
    few, many = tmp_path / "few", tmp_path / "many"
    few.write_bytes((LINE + FAULTY) * 50)
    many.write_bytes((LINE + FAULTY) * 2000)

    assert peak_memory(many)[0] < peak_memory(few)[0] + 10
