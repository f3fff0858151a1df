"""What docs/ says of the game file, the commands and the environment is so."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings

from games.rules.commandline import USAGE
from games.rules.filefaults import FORM_CODES, REPLAY_CODES
from games.rules.gamefile import read
from games.rules.presets import PRESETS
from games.rules.replay import line_of, replay
from games.rules.ruleset import SWITCH_NAMES

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
FORMAT = (DOCS / "reference/game-format.md").read_text(encoding="utf-8")
OPERATIONS = (DOCS / "reference/operations.md").read_text(encoding="utf-8")
TUTORIAL = (DOCS / "tutorial.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([^`]+)`", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def section(text: str, heading: str) -> str:
    """What stands under a heading of the second level."""
    return text.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]


def documents() -> list[Path]:
    return [ROOT / "README.md"] * (ROOT / "README.md").exists() + sorted(DOCS.rglob("*.md"))


def anchor(heading: str) -> str:
    """A heading as the end of an address: small letters, hyphens for spaces, no other signs."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize(("heading", "codes"), [("Errors of form", FORM_CODES), ("Errors in the replay", REPLAY_CODES)])
def test_every_error_code_is_in_its_table_in_its_order(heading: str, codes: tuple[str, ...]) -> None:
    assert tuple(ROW.findall(section(FORMAT, heading))) == codes


def test_every_switch_and_every_preset_is_documented() -> None:
    rules = section(FORMAT, "Rules")
    rows = [line.split("|")[1] for line in rules.splitlines() if line.startswith("| `")]
    assert [name for row in rows for name in re.findall(r"`(\w+)`", row)] == list(SWITCH_NAMES)
    assert [name for name in re.findall(r"`([a-z-]+)`", rules.split("| switch", 1)[0]) if name in PRESETS] == [*PRESETS]


def test_the_example_of_the_game_file_comes_to_what_it_states() -> None:
    found = re.search(r"```json\n(.+?)```", FORMAT, re.DOTALL)
    assert found is not None
    stated = json.loads(found[1])
    assert read(found[1].encode()).names == tuple(stated["players"])
    line, good = line_of(found[1].encode())
    assert good
    replayed = json.loads(line)
    assert replayed["balances"] == stated["settlement"]["balances"]
    assert replayed["settlement"] == {field: stated["settlement"][field] for field in ("money", "payments")}
    assert [result["pool"] for result in replayed["results"]] == [entry["after"]["pool"] for entry in stated["entries"]]


def test_the_call_of_replay_is_documented() -> None:
    assert "FILE... | -" in USAGE
    assert r"| `manage.py replay FILE... \| -` |" in OPERATIONS


def test_every_variable_of_the_settings_is_documented() -> None:
    told = (ROOT / "loo_ledger/settings.py").read_text(encoding="utf-8").split('"""')[1]
    variables = {name for row in re.findall(r"^\| ([A-Z_, ]+)", told, re.MULTILINE) for name in row.strip().split(", ")}
    table = section(OPERATIONS, "Environment variables")
    assert {name.rstrip(".") for name in ROW.findall(table)} == {*variables} | {"LOO_LIMIT_"} - {"LOO_LIMIT"}


def test_every_limit_is_documented_with_its_default() -> None:
    limits = section(OPERATIONS, "Limits")
    assert {name for name in settings.LOO_LIMITS if f"`{name}`" not in limits} == set()
    for name, default in re.findall(r"^\| `(\w+)` \| ([0-9]+) \|", limits, re.MULTILINE):
        assert settings.LOO_LIMITS[name] == int(default), name


def test_every_script_and_command_is_documented() -> None:
    scripts = {f"script/{path.name}" for path in (ROOT / "script").iterdir() if path.is_file()}
    assert {name for name in scripts if f"`{name}" not in OPERATIONS} == set()
    commands = {path.stem for path in ROOT.glob("*/management/commands/*.py")} - {"__init__"}
    assert {name for name in commands if f"`manage.py {name}" not in OPERATIONS} == set()


@pytest.mark.parametrize("path", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_inside_the_project_leads_somewhere(path: Path) -> None:
    for target in LINK.findall(re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)):
        if "://" in target:
            continue
        name, _, fragment = target.partition("#")
        found = (path.parent / name).resolve() if name else path
        assert found.exists(), target
        if fragment:
            headings = re.findall(r"^#+ (.+)$", found.read_text(encoding="utf-8"), re.MULTILINE)
            assert fragment in map(anchor, headings), target


def test_the_deals_of_the_tutorial_are_those_of_the_worked_game() -> None:
    told = re.findall(r"^\| ([1-9]) \| (\w+) \| (\d+) \| (.+) \| (\d+) \|$", TUTORIAL, re.MULTILINE)
    game = read((ROOT / "tests/worked_games/X20.json").read_bytes())
    _, outcomes = replay(game.rules, game.players, game.opening, [line.entry for line in game.entries[: len(told)]])
    assert len(told) == 6
    for (number, dealer, pool, cells, left), outcome in zip(told, outcomes, strict=True):
        net = tuple(int(cell.replace("\N{MINUS SIGN}", "-")) for cell in cells.split(" | "))
        assert (int(pool), net, int(left)) == (outcome.pool, outcome.net, outcome.left), number
        assert dealer == ("Anna", "Bram", "Clara", "Dimitri", "Esther")[(int(number) - 1) % 5]
