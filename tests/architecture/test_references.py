"""Every rule and decision that code, presets or pages cite is explained in docs/reference/rules.md."""

import re
from collections import Counter
from pathlib import Path

import pytest

from games.rules.presets import PRESETS, Preset

ROOT = Path(__file__).resolve().parents[2]
RULES = (ROOT / "docs/reference/rules.md").read_text(encoding="utf-8")
CITED = re.compile(r"\b(?:Q[0-9]{2}|E11|[PFBHWGCMJLTKAS][0-9]{1,2})\b")
ROW = re.compile(r"^\| (Q[0-9]{2}|[A-Z][0-9]{1,2}) \| (.+)$", re.MULTILINE)


def sources() -> list[Path]:
    """Where rules are cited: the code of the game, its presets, all pages."""
    rooms = [ROOT / room for room in ("accounts", "clubs", "games", "loo_ledger")]
    return [path for room in rooms for suffix in ("*.py", "*.html", "*.json") for path in sorted(room.rglob(suffix))]


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_number_cited_is_explained(path: Path) -> None:
    explained = {row[1] for row in ROW.finditer(RULES)}
    assert set(CITED.findall(path.read_text(encoding="utf-8"))) - explained == set()


def test_every_number_is_explained_once() -> None:
    counted = Counter(row[1] for row in ROW.finditer(RULES))
    assert [number for number, times in counted.items() if times > 1] == []


def test_every_decision_has_a_row() -> None:
    decisions = [row[1] for row in ROW.finditer(RULES) if row[1].startswith("Q")]
    assert sorted(decisions) == [f"Q{number:02}" for number in range(1, 44)]


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.name)
def test_the_table_of_presets_is_the_presets(preset: Preset) -> None:
    row = next(line for line in RULES.splitlines() if line.startswith(f"| `{preset.name}` |"))
    assert [cell.strip() for cell in row.strip("|").split("|")] == cells(preset)


def cells(preset: Preset) -> list[str]:
    """A preset as the row that the table must have."""
    rules = preset.switches
    staking, answers = rules["stakers"], rules["lone_stander"]
    assert isinstance(answers, frozenset)
    flush = f"{rules['flush_cards']} cards, {rules['flush_payers']}, to {rules['flush_paid_to']}"
    limited = rules["loo"] == "limited"
    return [
        f"`{preset.name}`",
        str(rules["tricks"]),
        str(rules["stake"]),
        str(staking) if staking == "dealer" else f"{staking}, dealer {rules['dealer_fresh_stakes']}",
        f"{rules['loo_amount']}, {rules['single_loo']}" if limited else f"pool, at most {rules['loo_cap']}",
        str(rules["first_deal"]),
        str(rules["single_play"]),
        str(rules["next_single"]),
        ", ".join(answer for answer in ("miss", "defend", "concede") if answer in answers),
        flush if rules["flush_cards"] else "\N{EN DASH}",
    ]
