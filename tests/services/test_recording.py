"""Recording: the worked games through the services come to what their files state, in the books too."""

from __future__ import annotations

import pytest

from accounts import journal
from games.codec import state_of
from games.errors import DealNumberTaken, NotNow, Refusals, VersionOutdated
from games.models import Entry
from games.rerun import Replace
from games.rules import facts
from games.rules.replay import replay_file
from games.services.correcting import correct
from games.services.files import import_game
from games.services.recording import join, record, undo
from tests.services.tables import WORKED, caller, game_of, key, opened, worked

GAMES = sorted(path.stem for path in WORKED.glob("*.json"))
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", GAMES)
def test_worked_game_is_booked_as_its_file_states(name: str) -> None:
    game = worked(name)
    replayed = replay_file(game)
    table = import_game(game, key=key())
    stored = game_of(table)
    assert state_of(stored) == replayed.state
    balances = journal.balances(stored.book)
    assert balances["table"] == replayed.state.table
    assert [balances[f"seat:{seat}"] for seat in range(len(game.names))] == list(replayed.state.balances)


def test_deal_by_deal_equals_the_import() -> None:
    game = worked("Y01")
    table = opened(game)
    for line in game.entries:
        now = game_of(table)
        version = now.session.version
        if isinstance(line.entry, facts.Join):
            join(caller(table), game.names[line.entry.player], line.entry.after, key=key(), version=version)
        else:
            number = now.deals_count + 1 if isinstance(line.entry, facts.Deal) else None
            record(caller(table), line.entry, key=key(), expected_deal_number=number, version=version)
    assert state_of(game_of(table)) == replay_file(game).state


def test_undo_restores_the_exact_state_down_to_the_first_deal() -> None:
    game = worked("X20")
    table = opened(game)
    states = [game_of(table).state]
    ids = []
    for number, line in enumerate(game.entries, 1):
        answer = record(
            caller(table),
            line.entry,
            key=key(),
            expected_deal_number=number if isinstance(line.entry, facts.Deal) else None,
            version=game_of(table).session.version,
        )
        ids.append(answer["entry"])
        states.append(game_of(table).state)
    for entry, before in zip(reversed(ids), reversed(states[:-1]), strict=True):
        undo(caller(table), Entry.objects.get(pk=entry).pk, key=key())
        assert game_of(table).state == before
    assert set(journal.balances(game_of(table).book).values()) == {0}


def test_same_key_is_booked_once_and_answered_alike() -> None:
    game = worked("X20")
    table, same = opened(game), key()
    answers = [record(caller(table), game.entries[0].entry, key=same, expected_deal_number=1) for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert game_of(table).deals_count == 1


def test_a_taken_deal_number_shows_what_is_there_and_stays_refused() -> None:
    game = worked("X20")
    table, late = opened(game), key()
    first = record(caller(table), game.entries[0].entry, key=key(), expected_deal_number=1)
    for _ in range(2):
        with pytest.raises(DealNumberTaken) as caught:
            record(caller(table, "scorer"), game.entries[0].entry, key=late, expected_deal_number=1)
        assert caught.value.details == {"number": 1, "entry": first["entry"], "same_content": True}
    undo(caller(table), Entry.objects.get().pk, key=key())
    with pytest.raises(DealNumberTaken):
        record(caller(table, "scorer"), game.entries[0].entry, key=late, expected_deal_number=1)


def test_a_refused_deal_leaves_nothing_and_its_key_may_be_used_again() -> None:
    table, same = opened(worked("X20")), key()
    wrong = facts.Deal(facts.Tricks((0, 1)))
    with pytest.raises(Refusals):
        record(caller(table), wrong, key=same, expected_deal_number=1)
    assert not Entry.objects.exists()
    record(caller(table), worked("X20").entries[0].entry, key=same, expected_deal_number=1)


def test_double_tap_on_undo_undoes_one() -> None:
    game = worked("X20")
    table = opened(game)
    for number in (1, 2):
        last = record(caller(table), game.entries[number - 1].entry, key=key(), expected_deal_number=number)
    entry = Entry.objects.get(pk=last["entry"]).pk
    undo(caller(table), entry, key=key())
    with pytest.raises(NotNow):
        undo(caller(table), entry, key=key())
    assert game_of(table).deals_count == 1


def test_other_entries_are_guarded_by_the_version_seen() -> None:
    table = opened(worked("X20"))
    with pytest.raises(VersionOutdated):
        record(caller(table), facts.Adjust(((0, -3), (1, 3)), "gift"), key=key(), version=99)


def test_a_joiner_whose_joining_was_undone_leaves_no_gap() -> None:
    table = opened(worked("X20"))
    for name in ("Frank", "Grace", "Frank"):
        answer = join(caller(table), name, 0, key=key(), version=game_of(table).session.version)
        if name != "Grace":
            undo(caller(table), Entry.objects.get(pk=answer["entry"]).pk, key=key())
    assert len(state_of(game_of(table)).seated) == 6


def test_what_is_said_by_seat_is_stored_in_the_order_of_seats_on_both_databases() -> None:
    table = opened(worked("X20"))
    record(caller(table), facts.Deal(facts.Card(4)), key=key(), expected_deal_number=1)
    stood = facts.Deal(facts.Tricks((3, 3, 3)), declared=((4, "stand"), (3, "stand"), (2, "stand"), (0, "stand")))
    record(caller(table), stood, key=key(), expected_deal_number=2)
    moved = facts.Adjust(((4, -3), (2, -3), (1, -3)), "bowl counted")
    record(caller(table), moved, key=key(), version=game_of(table).session.version)

    deal, adjusted = Entry.objects.filter(rank__gt=1).order_by("rank")

    assert list(deal.facts["deal"]["declared"]) == ["0", "2", "3", "4"]
    assert deal.outcome is not None
    assert deal.outcome["looed"] == [[0, 6], [2, 6], [4, 6]]
    assert list(adjusted.facts["adjust"]["net"]) == ["1", "2", "4"]
    correct(caller(table), [Replace(deal.pk, stood)], key=key(), version=game_of(table).session.version)
    assert Entry.objects.get(pk=deal.pk).outcome == deal.outcome
