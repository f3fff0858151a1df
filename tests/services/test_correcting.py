"""Correcting: facts replaced, struck out and inserted; the money follows, and only the difference is booked."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from pytest_django import Settings

from accounts import journal
from accounts.models import JournalEntry
from games.codec import dump_entry, load_outcome, state_of
from games.comparison import Side, compare
from games.errors import Invalid, LaterImpossible, NotNow, Refusals, VersionOutdated
from games.models import POSITION_STEP, Entry, EntryRevision
from games.rerun import Change, Insert, NewRules, Replace, Strike, rerun
from games.rules import facts
from games.rules.ruleset import RuleSet
from games.rules.state import Opening
from games.rules.step import Outcome
from games.rules.unit import Unit
from games.selectors import names_of
from games.services.correcting import correct, spread
from games.services.tables import OpenedTable
from tests.services.tables import (
    caller,
    deals_played,
    fix,
    game_of,
    key,
    lines_of,
    opened,
    paid,
    play,
    present,
    replayed,
    settled,
    version_of,
    worked,
)

pytestmark = pytest.mark.django_db

A, B, C, D, E = range(5)
MISSED = facts.Deal(facts.Tricks((C, D, C)), kind="double", declared=((C, "stand"), (D, "stand"), (E, "stand")))


@pytest.fixture
def x20() -> OpenedTable:
    """X20 before its first entry."""
    return opened(worked("X20"))


def stands_as_replayed(table: OpenedTable) -> None:
    state, outcomes = replayed(table)
    rows = present(table)
    assert state_of(game_of(table)) == state
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
    assert [outcome.net for outcome in outcomes_of(table)] == [outcome.net for outcome in outcomes]
    assert sum(journal.balances(game_of(table).book).values()) == 0


def outcomes_of(table: OpenedTable) -> list[Outcome]:
    return [load_outcome(row.outcome) for row in present(table) if row.outcome]


def test_a_replaced_deal_moves_all_that_follow_from_it(x20: OpenedTable) -> None:
    ids = play(x20, worked("X20"))
    before = outcomes_of(x20)
    second = deals_played(x20)[1]
    assert isinstance(second, facts.Deal)

    fix(x20, Replace(ids[1], replace(second, result=facts.Tricks((C, C, C)))))

    stands_as_replayed(x20)
    after = outcomes_of(x20)
    assert after[0] == before[0]
    assert after[1].looed == ((B, 6), (D, 6))
    assert after[2].pool == before[2].pool + 6


def test_only_the_difference_is_booked_and_nothing_where_nothing_moves(x20: OpenedTable) -> None:
    ids = play(x20, worked("X20"), 2)
    booked = JournalEntry.objects.count()
    fix(x20, Replace(ids[1], deals_played(x20)[1], note="as the scorer remembers it"))
    assert JournalEntry.objects.count() == booked

    second = deals_played(x20)[1]
    assert isinstance(second, facts.Deal)
    fix(x20, Replace(ids[1], replace(second, result=facts.Tricks((C, D, D)))))

    correction = JournalEntry.objects.filter(book=game_of(x20).book).order_by("number").last()
    assert correction is not None
    assert (correction.what, correction.subject) == ("correction", f"entry:{ids[1]}")
    assert journal.amounts(correction) == {"seat:2": -5, "seat:3": 5}
    stands_as_replayed(x20)


def test_the_facts_before_a_correction_stay_readable(x20: OpenedTable) -> None:
    ids = play(x20, worked("X20"), 2)
    first = deals_played(x20)[0]

    fix(x20, Replace(ids[0], facts.Deal(facts.Card(A)), note="A's ace was higher"), why="a second look")

    revisions = EntryRevision.objects.filter(entry=ids[0]).order_by("number")
    assert [revision.facts["deal"]["card"] for revision in revisions if revision.facts] == [str(E), str(A)]
    assert revisions[0].facts == dump_entry(first)
    assert [revision.submission.why for revision in revisions] == ["", "a second look"]
    assert Entry.objects.get(pk=ids[0]).note == "A's ace was higher"


def test_a_deal_struck_out_is_gone_from_rank_and_money(x20: OpenedTable) -> None:
    ids = play(x20, worked("X20"), 5)

    fix(x20, Strike(ids[2]))

    stands_as_replayed(x20)
    assert [row.deal_number for row in present(x20)] == [1, 2, 3, 4]
    struck = Entry.objects.get(pk=ids[2])
    assert (struck.rank, struck.deal_number, struck.outcome, struck.state) == (None, None, None, None)
    assert journal.booked(game_of(x20).book, f"entry:{ids[2]}") == {}
    with pytest.raises(Invalid, match="no entry"):
        fix(x20, Strike(ids[2]))


def test_a_missed_deal_is_inserted_in_its_place(x20: OpenedTable) -> None:
    ids = play(x20, worked("X20"), 5)

    fix(x20, Insert(ids[2], MISSED, note="forgotten"))

    stands_as_replayed(x20)
    assert [row.pk for row in present(x20)][3:] == ids[2:]
    assert present(x20)[2].note == "forgotten"
    assert [row.deal_number for row in present(x20)] == [1, 2, 3, 4, 5, 6]


def test_insertions_at_the_start_and_at_the_end(x20: OpenedTable) -> None:
    ids = play(x20, worked("X20"), 2)

    fix(x20, Insert(ids[0], facts.Deal(facts.Card(B), kind="single")), Insert(None, MISSED))

    stands_as_replayed(x20)
    assert [row.pk for row in present(x20)][1:3] == ids


def test_one_place_takes_more_insertions_than_positions_have_room_for(x20: OpenedTable) -> None:
    ids = play(x20, worked("X20"), 3)
    halvings = POSITION_STEP.bit_length()

    for number in range(halvings + 3):
        fix(x20, Insert(ids[2], MISSED, note=str(number)))

    stands_as_replayed(x20)
    assert [row.note for row in present(x20)][2:-1] == [str(number) for number in range(halvings + 3)]


def test_several_insertions_find_their_places_though_positions_are_spread_meanwhile(x20: OpenedTable) -> None:
    ids = play(x20, worked("X20"), 4)
    for place, entry in enumerate(ids, 1):  # as many insertions would leave them: no room at all
        Entry.objects.filter(pk=entry).update(position=place)

    fix(x20, *(Insert(entry, MISSED, note=f"before {number}") for number, entry in enumerate(ids[1:], 2)))

    stands_as_replayed(x20)
    assert [row.note for row in present(x20)] == ["", "before 2", "", "before 3", "", "before 4", ""]


def test_spreading_keeps_the_order_from_any_positions(x20: OpenedTable) -> None:
    ids = play(x20, worked("X20"), 6)
    places = (1, 2, POSITION_STEP + 7, 5 * POSITION_STEP, 5 * POSITION_STEP + 1, 2**40)
    for place, entry in reversed(list(zip(places, ids, strict=True))):
        Entry.objects.filter(pk=entry).update(position=place)

    spread(game_of(x20))

    rows = Entry.objects.order_by("position")
    assert [row.pk for row in rows] == ids
    assert [row.position for row in rows] == [POSITION_STEP * place for place in range(1, 7)]


def test_several_changes_are_carried_out_together_or_not_at_all(x20: OpenedTable) -> None:
    ids = play(x20, worked("X20"), 5)
    wrong = facts.Deal(facts.Tricks((A, A)), kind="double", declared=((A, "stand"), (B, "stand")))

    with pytest.raises(Refusals) as caught:
        fix(x20, Strike(ids[2]), Insert(ids[1], MISSED), Replace(ids[4], wrong))
    assert "tricks-count" in dict(caught.value.sentences)
    assert [row.pk for row in present(x20)] == ids
    assert EntryRevision.objects.count() == 5

    fix(x20, Strike(ids[2]), Insert(ids[1], MISSED), Replace(ids[4], MISSED))
    stands_as_replayed(x20)
    assert [row.pk for row in present(x20)][2:] == [ids[1], ids[3], ids[4]]


def test_a_later_deal_that_becomes_impossible_is_named() -> None:
    table = opened(worked("Y01"))
    ids = play(table, worked("Y01"))

    with pytest.raises(LaterImpossible) as caught:
        fix(table, Strike(ids[1]))

    # E plays in the deal after his joining: number 2 of the deals, the third of all entries.
    assert (caught.value.rank, caught.value.label) == (3, "Deal 2")
    assert str(caught.value).startswith("Deal 2 becomes impossible: ")
    assert len(present(table)) == len(ids)


def test_the_kind_as_played_stays_and_the_comparison_says_so(x20: OpenedTable) -> None:
    """Q43: a correction that flips what deal 4 should have been does not make deal 4 impossible."""
    ids = play(x20, worked("X20"), 5)  # deal 3 empties the table, so that deal 4 is a single

    shown = compare(rerun(game_of(x20), [Strike(ids[2])]))
    fix(x20, Strike(ids[2]))

    now = outcomes_of(x20)[2]
    assert (now.kind, now.kind_expected) == ("single", "double")
    assert shown.kinds == ("Deal 4 was played as a single and stays one; now it ought to have been a double.",)
    stands_as_replayed(x20)


def test_a_wrong_stake_found_at_deal_four(x20: OpenedTable) -> None:
    play(x20, worked("X20"), 4)
    booked = journal.head(game_of(x20).book).number
    rules = RuleSet.of("peel", stake=6, loo_amount=6, single_loo=3)

    fix(x20, NewRules(rules=rules))

    stands_as_replayed(x20)
    assert outcomes_of(x20)[0].net == (-9, -3, -3, -3, 6)
    history = journal.history(game_of(x20).book, after=booked, limit=100)
    assert {entry.what for entry in history} == {"correction"}
    assert journal.amounts(history[0]) == {"seat:0": -3, "seat:4": 3}
    assert game_of(x20).revisions.count() == 2


def test_an_opening_corrected_moves_the_pool_and_its_other_side(x20: OpenedTable) -> None:
    play(x20, worked("X20"), 1)
    fix(x20, NewRules(opening=Opening(pool=7)))
    book = game_of(x20).book
    assert journal.booked(book, f"game:{game_of(x20).pk}") == {"table": 7, "brought-in": -7}

    fix(x20, NewRules(opening=Opening(pool=7, balances=(-7, 0, 0, 0, 0))))

    assert journal.booked(book, f"game:{game_of(x20).pk}") == {"table": 7, "seat:0": -7}
    stands_as_replayed(x20)
    with pytest.raises(Invalid) as caught:
        fix(x20, NewRules(opening=Opening(pool=7, balances=(-7, 0))))
    assert caught.value.field == "opening"


def test_the_currency_may_change_until_the_table_is_settled() -> None:
    table = opened(worked("Y01"))
    play(table, worked("Y01"))
    fix(table, NewRules(unit=Unit("chip", currency="USD", minor_units=25, per=1)))
    assert game_of(table).session.book.unit == "USD"
    asked = settled(table)

    with pytest.raises(Invalid) as caught:
        fix(table, NewRules(unit=Unit("chip")))

    assert caught.value.field == "unit"
    fix(table, NewRules(unit=Unit("chip", currency="USD", minor_units=50, per=1)))
    assert sum(line.rest for line in lines_of(table)) > sum(line.rest for line in asked)


def test_a_correction_made_on_an_old_view_is_refused(x20: OpenedTable) -> None:
    ids = play(x20, worked("X20"), 2)
    seen = version_of(x20)
    fix(x20, Strike(ids[1]))
    with pytest.raises(VersionOutdated):
        correct(caller(x20), [Strike(ids[0])], key=key(), version=seen)
    assert len(present(x20)) == 1


def test_a_repeated_correction_is_carried_out_once(x20: OpenedTable) -> None:
    ids = play(x20, worked("X20"), 2)
    seen, same = version_of(x20), key()
    answers = [correct(caller(x20), [Insert(ids[1], MISSED)], key=same, version=seen) for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert len(present(x20)) == 3


def test_changes_that_name_what_is_not_there_say_so(x20: OpenedTable) -> None:
    play(x20, worked("X20"), 1)
    for change in (Strike(uuid4()), Replace(uuid4(), MISSED), Insert(uuid4(), MISSED)):
        with pytest.raises(Invalid, match="There is no entry"):
            fix(x20, change)
    with pytest.raises(Invalid) as caught:
        fix(x20, Insert(None, facts.Join(9, A)))
    assert caught.value.field == "player"
    with pytest.raises(Invalid) as caught:
        fix(x20, Insert(None, MISSED, note="n" * 1001))
    assert caught.value.field == "note"


def test_a_game_has_room_for_so_many_entries_also_by_insertion(x20: OpenedTable, settings: Settings) -> None:
    ids = play(x20, worked("X20"), 2)
    settings.LOO_LIMITS = {**settings.LOO_LIMITS, "entries_per_game": 2}
    with pytest.raises(NotNow, match="at most 2 entries"):
        fix(x20, Insert(None, MISSED))
    fix(x20, Strike(ids[1]), Insert(None, MISSED))
    stands_as_replayed(x20)


def shown_is_stored(table: OpenedTable, *changes: Change) -> None:
    before = {row.pk: load_outcome(row.outcome) for row in present(table) if row.outcome}
    shown = compare(rerun(game_of(table), changes))
    fix(table, *changes)
    now = state_of(game_of(table))
    assert [side.after for side in shown.balances] == [now.balances[seat] for seat in now.order]
    assert shown.left.after == now.table
    stored = [line for row in present(table) for line in _differing(row, before.get(row.pk))]
    assert [line for entry in shown.entries for line in entry.sides if entry.how != "struck out"] == stored


def _differing(row: Entry, before: Outcome | None) -> list[Side]:
    """What a comparison has to show of an entry, from what was stored and what is stored now."""
    assert row.outcome
    after = load_outcome(row.outcome)
    sides = [Side("Pool", None if before is None else before.pool, after.pool)]
    for seat, name in enumerate(names_of(row.game)):
        was, now = (None if of is None else dict(enumerate(of.net)).get(seat, 0) for of in (before, after))
        sides.append(Side(name, was, now))
    sides.append(Side("Left", None if before is None else before.left, after.left))
    return [side for side in sides if side.before != side.after]


def test_the_comparison_is_what_is_then_stored(x20: OpenedTable) -> None:
    ids = play(x20, worked("X20"), 9)
    second = deals_played(x20)[1]
    assert isinstance(second, facts.Deal)
    shown_is_stored(x20, Replace(ids[1], replace(second, result=facts.Tricks((B, C, D)))))
    shown_is_stored(x20, NewRules(rules=RuleSet.of("peel", stake=6, loo_amount=9, single_loo=3)))
    shown_is_stored(x20, Strike(ids[4]), Insert(ids[2], MISSED))


def test_the_comparison_shows_the_payments_of_the_next_version() -> None:
    table = opened(worked("Y01"))
    ids = play(table, worked("Y01"))
    lines = settled(table)
    paid(table, lines[0], 2)
    first = deals_played(table)[0]
    assert isinstance(first, facts.Deal)
    change = Replace(ids[0], replace(first, result=facts.Card(A)))

    shown = compare(rerun(game_of(table), [change])).payments

    asked = {(line.debtor, line.creditor): line.rest for line in lines_of(table) if line.rest}
    assert {(line.debtor, line.creditor): line.before for line in shown if line.before} == asked
    fix(table, change)
    asked = {(line.debtor, line.creditor): line.amount for line in lines_of(table)}
    assert {(line.debtor, line.creditor): line.after for line in shown if line.after} == asked
