"""What is written is what was read, and what is stored is what was seen."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from games.rules.codec import decode_entry, encode_entry, entry_from_stored, entry_to_stored
from games.rules.facts import Deal, Entry, Finish, Tricks
from games.rules.filefaults import Unreadable
from games.rules.filewriter import dumps, write
from games.rules.gamefile import FileEntry, GameFile, read
from games.rules.play import resolve
from games.rules.replay import replay, replay_file
from games.rules.ruleset import RuleSet
from games.rules.state import Opening, start
from games.rules.step import step

WORKED = sorted((Path(__file__).parent.parent / "worked_games").glob("*.json"))


@pytest.mark.parametrize("path", WORKED, ids=lambda path: path.stem)
def test_a_file_is_written_as_it_was_read(path: Path) -> None:
    game = read(path.read_bytes())

    assert read(dumps(game, results=False).encode()) == game


@pytest.mark.parametrize("path", WORKED, ids=lambda path: path.stem)
def test_a_file_with_its_results_comes_to_what_it_says(path: Path) -> None:
    game = read(path.read_bytes())
    written = read(dumps(game).encode())

    again = replay_file(written)

    assert again.errors == ()
    assert all(line.after is not None for line in written.entries)
    assert again.outcomes == replay_file(game).outcomes


@pytest.mark.parametrize("path", WORKED, ids=lambda path: path.stem)
def test_resolved_facts_written_and_read_again_resolve_to_the_same(path: Path) -> None:
    game = read(path.read_bytes())
    state = start(game.rules, game.players, game.opening)
    resolved = []
    for line in game.entries:
        entry = resolve(state, line.entry) if isinstance(line.entry, Deal) else line.entry
        assert entry_from_stored(json.loads(json.dumps(entry_to_stored(entry)))) == entry
        named = encode_entry(entry, game.names, state)
        again = decode_entry(named, game.names, as_in_file=True)
        assert (resolve(state, again) if isinstance(again, Deal) else again) == entry
        resolved.append(FileEntry(entry))
        state, _ = step(state, entry)

    again_read = read(dumps(replace(game, entries=tuple(resolved))).encode())
    assert replay_file(again_read).state == state


def test_the_dealer_whom_the_size_of_the_company_leaves_out_does_not_sit_out() -> None:
    state = start(RuleSet.of("peel", dealer_stands_out_above=5), 7, Opening(12, looed=True))
    deal = Deal(Tricks((1, 2, 1)), sitting_out=(6,), declared=((1, "stand"), (2, "stand")))

    resolved = resolve(state, deal)
    written = encode_entry(resolved, "ABCDEFG", state)["deal"]

    assert resolved.dealt_in == (1, 2, 3, 4, 5)
    assert written["sitting_out"] == ["G"]
    assert "dealt_in" not in written


def test_what_stands_in_a_file_in_full() -> None:
    deal = Deal(Tricks((1, 2, 1)), declared=((1, "stand"), (2, "stand")))
    lines = (FileEntry(deal, note="quick"), FileEntry(Finish("single")))
    game = GameFile(RuleSet.of("peel", stake=6), ("Ann", "Bob", "Cy"), 3, lines, Opening(3, looed=True, last_dealer=1))

    assert write(game) == {
        "format": "loo-game/1",
        "rules": {"preset": "peel", "stake": 6},
        "players": ["Ann", "Bob", "Cy"],
        "opening": {"pool": 3, "looed": True, "last_dealer": "Bob"},
        "entries": [
            {
                "deal": {"declared": {"Bob": "stand", "Cy": "stand"}, "tricks": ["Bob", "Cy", "Bob"]},
                "note": "quick",
                "after": {"kind": "double", "pool": 9, "net": {"Bob": 6, "Cy": -3}, "looed": {}, "left": 0},
            },
            {
                "finish": {"how": "single"},
                "after": {"kind": "finish", "pool": 0, "net": {}, "looed": {}, "left": 0},
            },
        ],
        "settlement": {"balances": {"Ann": 0, "Bob": 6, "Cy": -3}},
    }


def test_an_entry_of_another_form_is_refused_with_every_error() -> None:
    with pytest.raises(Unreadable) as refused:
        decode_entry({"deal": {"tricks": ["Z"], "dealt_in": ["A"], "lost": False}}, "ABC", as_in_file=True)

    assert [error.code for error in refused.value.errors] == [
        "field-unknown",
        "field-value",
        "player-unknown",
        "result-count",
    ]


def test_a_replay_is_the_fold_of_its_steps() -> None:
    entries: list[Entry] = [Deal(Tricks((1, 2, 1)), declared=((1, "stand"), (2, "stand"))), Finish("single")]
    opening = Opening(12, looed=True)

    state, outcomes = replay(RuleSet.of("peel"), 3, opening, entries)

    first, one = step(start(RuleSet.of("peel"), 3, opening), entries[0])
    assert (state, outcomes[0]) == (step(first, entries[1])[0], one)
