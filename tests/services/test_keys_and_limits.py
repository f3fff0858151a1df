"""Keys and limits: a key books once whatever comes, a refusal stays one, and nobody writes faster than people play."""

from __future__ import annotations

import itertools

import pytest
from django.conf import settings
from pytest_django import Settings

from accounts.models import Submission
from accounts.submissions import BadKey, KeyReused
from games.errors import DealNumberTaken, Invalid, LimitReached, NotNow, VersionOutdated
from games.models import Entry, GameSession
from games.pending import Pending
from games.rules import facts
from games.services.commands import Caller
from games.services.recording import join, prepare, record, undo
from games.services.tables import OpenedTable, TableSpec, open_table
from tests.services.tables import caller, game_of, key, opened, play, present, version_of, worked

pytestmark = pytest.mark.django_db

CARD = facts.Deal(facts.Card(0))


@pytest.fixture
def x20() -> OpenedTable:
    """X20 before its first entry."""
    return opened(worked("X20"))


def phone(table: OpenedTable, number: int) -> Caller:
    return Caller(caller(table).link, device=f"phone-{number:08}")


def prepared(who: Caller, table: OpenedTable, same: str | None = None) -> None:
    prepare(who, Pending(), key=same or key(), version=version_of(table))


def test_the_defaults_a_phone_30_and_a_table_120_changes_a_minute(x20: OpenedTable) -> None:
    limits = {name: settings.LOO_LIMITS[name] for name in ("deals_per_device_minute", "deals_per_game_minute")}
    assert limits == {"deals_per_device_minute": 30, "deals_per_game_minute": 120}
    for number in range(4):
        for _ in range(30):
            prepared(phone(x20, number), x20)
        if number < 3:
            with pytest.raises(LimitReached, match="This phone has sent 30 changes"):
                prepared(phone(x20, number), x20)
    with pytest.raises(LimitReached, match="This table has sent 120 changes") as caught:
        prepared(phone(x20, 4), x20)
    assert caught.value.retry_after == 60


def test_a_repeated_key_does_not_count_and_works_at_the_limit(x20: OpenedTable, settings: Settings) -> None:
    settings.LOO_LIMITS = {**settings.LOO_LIMITS, "deals_per_device_minute": 2}
    same = key()
    answers = [record(caller(x20), CARD, key=same, expected_deal_number=1) for _ in range(9)]
    prepared(caller(x20), x20)
    with pytest.raises(LimitReached):
        prepared(caller(x20), x20)
    assert record(caller(x20), CARD, key=same, expected_deal_number=1) == answers[0]
    assert all(answer == answers[0] for answer in answers)


def test_what_was_over_the_limit_is_not_kept_so_its_key_works_later(x20: OpenedTable, settings: Settings) -> None:
    usual, same = settings.LOO_LIMITS, key()
    settings.LOO_LIMITS = {**usual, "deals_per_game_minute": 0}
    with pytest.raises(LimitReached):
        record(caller(x20), CARD, key=same, expected_deal_number=1)
    settings.LOO_LIMITS = usual
    record(caller(x20), CARD, key=same, expected_deal_number=1)
    assert game_of(x20).deals_count == 1


def test_a_game_has_at_most_a_thousand_entries(x20: OpenedTable, settings: Settings) -> None:
    assert settings.LOO_LIMITS["entries_per_game"] == 1_000
    settings.LOO_LIMITS = {**settings.LOO_LIMITS, "entries_per_game": 2}
    play(x20, worked("X20"), 2)
    with pytest.raises(NotNow, match="at most 2 entries"):
        record(caller(x20), CARD, key=key(), expected_deal_number=3)
    with pytest.raises(NotNow, match="at most 2 entries"):
        join(caller(x20), "Frank", 0, key=key(), version=version_of(x20))
    with pytest.raises(Invalid, match="at most 2 entries"):
        open_table(TableSpec(("A", "B"), worked("X20").rules, entries=((CARD, ""),) * 3), key=key())


def test_a_phone_opens_at_most_thirty_tables_an_hour(settings: Settings) -> None:
    assert settings.LOO_LIMITS["tables_per_device_hour"] == 30
    settings.LOO_LIMITS = {**settings.LOO_LIMITS, "tables_per_device_hour": 2}
    spec, keys = TableSpec(("A", "B"), worked("X20").rules), [key(), key()]
    for each in (*keys, *keys):
        open_table(spec, key=each, device="phone-00000001")
    with pytest.raises(LimitReached, match="2 new tables within an hour"):
        open_table(spec, key=key(), device="phone-00000001")
    open_table(spec, key=key(), device="phone-00000002")
    assert GameSession.objects.count() == 3


def test_opening_with_one_key_is_one_table_and_other_players_are_refused() -> None:
    spec, same = TableSpec(("A", "B"), worked("X20").rules), key()
    first, second = (open_table(spec, key=same, device="phone-00000001") for _ in range(2))
    assert (first.session.pk, first.links) == (second.session.pk, second.links)
    with pytest.raises(KeyReused) as caught:
        open_table(TableSpec(("A", "C"), spec.rules), key=same, device="phone-00000001")
    assert caught.value.fields == ["/players/1"]


def test_the_same_key_with_other_content_is_refused_and_names_the_field(x20: OpenedTable) -> None:
    same = key()
    won = facts.Deal(facts.Card(0), penalties=(facts.Penalty(1, "misdeal", 3, "current"),))
    record(caller(x20), won, key=same, expected_deal_number=1, note="first")
    others: dict[str, dict[str, object]] = {
        "/entry/deal/card": {"entry": facts.Deal(facts.Card(1), penalties=won.penalties)},
        "/note": {"note": "first "},
        "/expected_deal_number": {"expected_deal_number": 2},
        "/entry/deal/penalties/0/amount": {
            "entry": facts.Deal(facts.Card(0), penalties=(facts.Penalty(1, "misdeal", 4, "current"),))
        },
    }
    for field, changed in others.items():
        sent = {"entry": won, "expected_deal_number": 1, "note": "first", **changed}
        entry = sent.pop("entry")
        with pytest.raises(KeyReused) as caught:
            record(caller(x20), entry, key=same, **sent)  # type: ignore[arg-type]
        assert caught.value.fields == [field]
    assert Entry.objects.count() == 1


def test_a_key_belongs_to_the_link_it_was_sent_with(x20: OpenedTable) -> None:
    same = key()
    record(caller(x20), CARD, key=same, expected_deal_number=1)
    record(caller(x20, "scorer"), worked("X20").entries[1].entry, key=same, expected_deal_number=2)
    other = opened(worked("X20"))
    record(caller(other), CARD, key=same, expected_deal_number=1)
    assert (game_of(x20).deals_count, game_of(other).deals_count) == (2, 1)


@pytest.mark.parametrize("wrong", ["", "short", "k" * 65, "k" * 15 + "!", "käse" * 5])
def test_what_is_no_key_is_refused(x20: OpenedTable, wrong: str) -> None:
    with pytest.raises(BadKey):
        record(caller(x20), CARD, key=wrong, expected_deal_number=1)


def test_a_refusal_by_state_stays_one_for_its_key(x20: OpenedTable) -> None:
    outdated, same = version_of(x20), key()
    record(caller(x20), CARD, key=key(), expected_deal_number=1)
    for version in (outdated, version_of(x20)):  # a retry with the version of now is still the same request
        with pytest.raises(VersionOutdated) as caught:
            prepare(caller(x20), Pending(no_loos=True), key=same, version=version)
        assert caught.value.details == {"version": outdated + 1}
    assert Submission.objects.filter(refused=True).count() == 1
    assert game_of(x20).pending == {}


def test_a_taken_number_says_whether_it_is_the_same_deal(x20: OpenedTable) -> None:
    record(caller(x20), worked("X20").entries[0].entry, key=key(), expected_deal_number=1)
    record(caller(x20), worked("X20").entries[1].entry, key=key(), expected_deal_number=2)
    for entry, same in ((worked("X20").entries[1].entry, True), (worked("X20").entries[2].entry, False)):
        with pytest.raises(DealNumberTaken) as caught:
            record(caller(x20, "scorer"), entry, key=key(), expected_deal_number=2)
        assert caught.value.details == {"number": 2, "entry": str(present(x20)[1].pk), "same_content": same}
    for never in (4, 99, 0, -1):
        with pytest.raises(DealNumberTaken) as caught:
            record(caller(x20), CARD, key=key(), expected_deal_number=never)
        assert caught.value.details["entry"] is None


def test_what_says_nothing_of_what_was_seen_is_refused(x20: OpenedTable) -> None:
    with pytest.raises(Invalid) as caught:
        record(caller(x20), CARD, key=key())
    assert caught.value.field == "expected_deal_number"
    with pytest.raises(Invalid) as caught:
        record(caller(x20), facts.Leave(0), key=key())
    assert caught.value.field == "version"


def test_what_is_known_of_the_next_deal_is_kept_until_it_is_recorded(x20: OpenedTable) -> None:
    known = Pending(dealer=2, sitting_out=(1,), penalties=(facts.Penalty(0, "misdeal", 3, "current"),))
    prepare(caller(x20), known, key=key(), version=version_of(x20))
    assert Pending.from_json(game_of(x20).pending) == known
    fault = Pending(penalties=(facts.Penalty(0, "misdeal", 0, "current"),))
    with pytest.raises(Invalid) as caught:
        prepare(caller(x20), fault, key=key(), version=version_of(x20))
    assert caught.value.field == "amount"

    deal = Pending.from_json(game_of(x20).pending).deal(facts.Card(0))
    record(caller(x20), deal, key=key(), expected_deal_number=1)

    assert game_of(x20).pending == {}
    assert present(x20)[0].facts["deal"]["penalties"][0]["amount"] == 3


def test_a_joiner_needs_a_name_that_is_free_and_a_note_has_an_end(x20: OpenedTable) -> None:
    for wrong in ("", "   ", "A", "n" * 201):
        with pytest.raises(Invalid) as caught:
            join(caller(x20), wrong, 0, key=key(), version=version_of(x20))
        assert caught.value.field == "name"
    with pytest.raises(Invalid) as caught:
        record(caller(x20), facts.Join(7, 0), key=key(), version=version_of(x20))
    assert caught.value.field == "player"
    with pytest.raises(Invalid) as caught:
        record(caller(x20), CARD, key=key(), expected_deal_number=1, note="n" * 1001)
    assert caught.value.field == "note"
    assert game_of(x20).seats.count() == 5


def test_names_are_in_no_submission(x20: OpenedTable) -> None:
    join(caller(x20), "Wilhelmina", 0, key=key(), version=version_of(x20))
    undo(caller(x20), present(x20)[0].pk, key=key())
    texts = itertools.chain.from_iterable(Submission.objects.values_list("content", "answer", "why"))
    assert not any("Wilhelmina" in str(text) for text in texts)
