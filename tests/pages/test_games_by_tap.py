"""Every worked game kept through the pages by a phone without JavaScript, to the last figure."""

import pytest
from django.conf import LazySettings

from games.rules.facts import Deal
from tests.pages.tapping import Phone
from tests.services import tables
from tests.support.playing import play

pytestmark = pytest.mark.django_db

GAMES = sorted(path.stem for path in tables.WORKED.glob("*.json"))


def as_the_rules_have_it(name: str) -> bool:
    """Whether no deal was played as another kind than the rules make it: the entry page has no such choice."""
    return all(not isinstance(line.entry, Deal) or line.entry.kind is None for line in tables.worked(name).entries)


@pytest.mark.parametrize("name", [name for name in GAMES if as_the_rules_have_it(name)])
def test_a_worked_game_can_be_kept_tap_by_tap(name: str, settings: LazySettings) -> None:
    # A scripted phone is faster than people; the limits have a test of their own.
    settings.LOO_LIMITS = {**settings.LOO_LIMITS, "deals_per_device_minute": 10_000, "deals_per_game_minute": 10_000}
    game = tables.worked(name)
    table = tables.opened(game)
    state = play(Phone(f"/t/{table.links['host']}/"), game)
    assert tables.game_of(table).deals_count == state.deals
