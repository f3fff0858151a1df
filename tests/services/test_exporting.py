"""A table's game written out as its file: it replays, and read back it is the same game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytest_django import DjangoAssertNumQueries

from games.exporting import exported, game_file
from games.rerun import Change, Insert, Strike
from games.rules import facts
from games.rules.gamefile import FileEntry, read
from games.rules.replay import line_of
from games.selectors import entries_of
from games.services.correcting import correct
from games.services.files import import_game
from games.services.recording import join, record, undo
from tests.services.tables import WORKED, caller, game_of, key, opened, worked

pytestmark = pytest.mark.django_db
GAMES = sorted(path.stem for path in WORKED.glob("*.json"))


@pytest.mark.parametrize("name", GAMES)
def test_every_worked_game_comes_back_with_identical_results(name: str) -> None:
    first = game_of(import_game(worked(name), key=key()))
    text = exported(first)
    printed, fits = line_of(text.encode())
    assert fits, printed
    second = game_of(import_game(read(text.encode()), key=key()))
    assert exported(second) == text
    assert second.state == first.state
    outcomes = [[entry.outcome for entry in entries_of(game)] for game in (first, second)]
    assert outcomes[0] == outcomes[1]


def test_a_joining_that_was_undone_leaves_no_name_in_the_file() -> None:
    table = opened(worked("X20"))
    host = caller(table)
    answer = join(host, "Zoe", 0, key=key(), version=host.link.session.version)
    undo(host, entries_of(game_of(table))[0].id, key=key())
    assert answer["kind"] == "join"
    host = caller(table)
    join(host, "Yan", 1, key=key(), version=host.link.session.version)
    assert game_file(game_of(table)).names == ("A", "B", "C", "D", "E", "Yan")
    assert line_of(exported(game_of(table)).encode())[1]


def test_joiners_are_numbered_as_they_join_in_the_file_also_after_a_correction() -> None:
    table = opened(worked("X20"))
    for name in ("Zoe", "Yan"):
        host = caller(table)
        join(host, name, 0, key=key(), version=host.link.session.version)
    yan, zoe = entries_of(game_of(table))
    host = caller(table)
    moved: list[Change] = [Strike(zoe.id), Insert(None, zoe.facts)]
    correct(host, moved, key=key(), version=host.link.session.version)
    assert yan.facts == facts.Join(6, 0)
    assert game_file(game_of(table)).names[5:] == ("Yan", "Zoe")
    text = exported(game_of(table))
    assert line_of(text.encode())[1]
    again = game_of(import_game(read(text.encode()), key=key()))
    assert exported(again) == text


def test_a_note_and_a_struck_out_entry() -> None:
    game = worked("X20")
    table = opened(game)
    for number, line in enumerate(game.entries[:2], 1):
        record(caller(table), line.entry, key=key(), expected_deal_number=number, note=f"note {number}")
    host = caller(table)
    correct(host, [Strike(entries_of(game_of(table))[0].id)], key=key(), version=host.link.session.version)
    file = read(exported(game_of(table)).encode())
    assert [line.note for line in file.entries] == ["note 1"]


def test_a_long_game_is_taken_in_with_few_queries(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    game = worked("X20")
    gift = FileEntry(facts.Adjust(((0, -1), (1, 1)), "a gift"))
    with django_assert_max_num_queries(90):
        table = import_game(replace(game, entries=(gift,) * 300, settlement=None), key=key())
    assert game_of(table).entries_count == 300
