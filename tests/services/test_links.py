"""Links: what each role may do, when a link ends, and how it is renewed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from games.access import find_link, may, secrets_of
from games.errors import NotAllowed
from games.models import GameSession, Link
from games.pending import Pending
from games.rerun import NewRules, Strike
from games.rules import facts
from games.rules.ruleset import RuleSet
from games.services import links
from games.services.correcting import correct
from games.services.recording import join, prepare, record, undo
from games.services.settling import pay, reopen, settle, take_back
from games.services.tables import OpenedTable
from tests.services.tables import (
    caller,
    fix,
    key,
    opened,
    paid,
    play,
    present,
    settled,
    version_of,
    worked,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def y01() -> OpenedTable:
    """Y01 played to its end."""
    table = opened(worked("Y01"))
    play(table, worked("Y01"))
    return table


def later(table: OpenedTable, days: float) -> None:
    """Let a table rest, as far as its rows tell."""
    GameSession.objects.filter(pk=table.session.pk).update(changed_at=timezone.now() - timedelta(days=days))


def test_a_watcher_may_look_and_nothing_else(y01: OpenedTable) -> None:
    watcher, seen = caller(y01, "watch"), version_of(y01)
    last = present(y01)[-1].pk
    forbidden: list[Callable[[], object]] = [
        lambda: record(watcher, facts.Deal(facts.Card(0)), key=key(), expected_deal_number=6),
        lambda: join(watcher, "Z", 0, key=key(), version=seen),
        lambda: prepare(watcher, Pending(), key=key(), version=seen),
        lambda: undo(watcher, last, key=key()),
        lambda: correct(watcher, [Strike(last)], key=key(), version=seen),
        lambda: settle(watcher, key=key(), version=seen),
        lambda: links.renew(watcher, "watch", key=key()),
    ]
    for write in forbidden:
        with pytest.raises(NotAllowed):
            write()
    assert version_of(y01) == seen


def test_a_scorer_keeps_the_score_and_the_host_the_table(y01: OpenedTable) -> None:
    scorer = caller(y01, "scorer")
    assert all(may(scorer.link, operation) for operation in ("record", "undo", "correct"))
    undo(scorer, present(y01)[-1].pk, key=key())
    fix(y01, Strike(present(y01)[-1].pk), role="scorer")
    record(scorer, facts.Finish("division"), key=key(), version=version_of(y01))
    with pytest.raises(NotAllowed):
        fix(y01, NewRules(rules=RuleSet.of("peel")), role="scorer")
    with pytest.raises(NotAllowed):
        settle(scorer, key=key(), version=version_of(y01))
    line = settled(y01)[0]
    payment = paid(y01, line, 1)
    forbidden: list[Callable[[], object]] = [
        lambda: pay(scorer, line.id, 1, key=key(), version=version_of(y01)),
        lambda: take_back(scorer, payment, key=key()),
        lambda: reopen(scorer, key=key(), version=version_of(y01)),
    ]
    for write in forbidden:
        with pytest.raises(NotAllowed):
            write()


def test_a_scorers_link_ends_with_the_settlement_and_comes_back_with_the_game(y01: OpenedTable) -> None:
    settled(y01)
    assert find_link(y01.links["scorer"]) is None
    assert find_link(y01.links["host"]) is not None
    reopen(caller(y01), key=key(), version=version_of(y01))
    assert find_link(y01.links["scorer"]) is not None


def test_a_scorer_who_was_let_in_before_the_settlement_changes_nothing_after_it(y01: OpenedTable) -> None:
    scorer = caller(y01, "scorer")  # his request waits while the host settles
    settled(y01)
    seen = version_of(y01)
    with pytest.raises(NotAllowed, match="does not open"):
        correct(scorer, [Strike(present(y01)[-1].pk)], key=key(), version=seen)
    assert version_of(y01) == seen


def test_a_renewed_link_opens_and_the_old_one_does_not(y01: OpenedTable) -> None:
    waiting = caller(y01, "scorer")
    same = key()
    for _ in range(2):
        assert links.renew(caller(y01), "scorer", key=same) == {"renewed": "scorer"}

    fresh = secrets_of(y01.session)
    assert find_link(y01.links["scorer"]) is None
    assert find_link(fresh["scorer"]) is not None
    assert {fresh["host"], fresh["watch"]} == {y01.links["host"], y01.links["watch"]}
    assert Link.objects.filter(session=y01.session, role="scorer").count() == 2
    with pytest.raises(NotAllowed, match="does not open"):
        undo(waiting, present(y01)[-1].pk, key=key())


def test_a_watchers_link_rests_after_thirty_days_and_the_hosts_never(y01: OpenedTable) -> None:
    assert settings.LOO_LIMITS["watch_link_days"] == 30
    later(y01, 29.9)
    assert find_link(y01.links["watch"]) is not None
    later(y01, 30.1)
    assert find_link(y01.links["watch"]) is None
    assert find_link(y01.links["host"]) is not None
    undo(caller(y01), present(y01)[-1].pk, key=key())
    assert find_link(y01.links["watch"]) is not None


def test_a_secret_is_nowhere_in_the_database(y01: OpenedTable) -> None:
    stored = set(Link.objects.values_list("token_hash", flat=True))
    assert not stored & set(y01.links.values())
    for wrong in ("", "x", y01.links["host"] + "=", y01.links["host"].swapcase(), "\x00"):
        assert find_link(wrong) is None


def test_looking_at_a_link_uses_nothing_up(y01: OpenedTable) -> None:
    seen = version_of(y01)
    for _ in range(5):
        assert find_link(y01.links["scorer"]) is not None
    assert version_of(y01) == seen
