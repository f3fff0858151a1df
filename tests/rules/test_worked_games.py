"""The worked games: every one comes to what it states, every wrong one is refused with its code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.rules.gamefile import read
from games.rules.replay import line_of, replay_file

WORKED = Path(__file__).parent.parent / "worked_games"
GOOD = sorted(WORKED.glob("*.json"))
INVALID = sorted((WORKED / "invalid").glob("*.json"))


def test_all_worked_games_are_here() -> None:
    assert (len(GOOD), len(INVALID)) == (64, 37)


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_worked_game_comes_to_what_it_states(path: Path) -> None:
    replayed = replay_file(read(path.read_bytes()))

    assert replayed.errors == ()
    assert len(replayed.outcomes) == len(replayed.game.entries)


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_a_wrong_game_is_refused_with_its_code(path: Path) -> None:
    line, as_expected = line_of(path.read_bytes())

    errors = json.loads(line)["errors"]
    assert as_expected
    assert path.stem.startswith(errors[0]["code"])
    assert all(error["text"] for error in errors)


def test_a_game_that_expects_an_error_and_has_none_is_not_as_it_should_be() -> None:
    game = json.loads((WORKED / "X01.json").read_text())
    game["expect_error"] = "tricks-count"

    _, as_expected = line_of(json.dumps(game).encode())

    assert not as_expected
