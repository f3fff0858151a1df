"""What the page lets people tap is exactly what the engine accepts, in a thousand random states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

from games.forms.entry import EntryDraft
from games.forms.reading import pending_of, slots
from games.models import Game, GameSession, Link
from games.pending import Pending
from games.rules.facts import Card, Deal, Flush, Lost, Seat, ThrownIn, Tricks, Unplayed
from games.rules.play import Layout, lay_out, with_cards
from games.rules.state import GameState, start
from games.rules.step import step
from games.rules.unit import Unit
from games.selectors import TableView
from games.views.more import More
from games.views.table_page import TablePage
from tests.rules.random_games import random_deal, random_entry, random_opening, random_rules

STATES = 1000


def random_state(rng: Random) -> GameState:
    """A table of two to six after a few entries."""
    players = rng.randrange(2, 7)
    state = start(random_rules(rng, changes=rng.choice((0, 0.4))), players, random_opening(rng, players))
    for _ in range(rng.randrange(4)):
        state, _ = step(state, random_entry(rng, state))
    return state


class Table:
    """A table page in memory: what is on it, and a tap that takes only what is there."""

    def __init__(self, state: GameState, pending: Pending) -> None:
        game = Game(pending=pending.to_json(), deals_count=state.deals)
        names = tuple(f"Player {seat}" for seat in range(len(state.balances)))
        self.view = TableView(Link(), GameSession(), game, names, state, Unit(), ())
        self.draft = EntryDraft(deal=self.view.next_deal_number)
        self._page: TablePage | None = None
        more = More(self.view, pending_of(state, pending))
        self.behind_more = [item.value for item in more.results] + [f"miss:{seat}" for seat in more.misses]

    @property
    def page(self) -> TablePage:
        if self._page is None or self._page.draft != self.draft:
            self._page = TablePage(self.view, self.draft)
        return self._page

    def offered(self) -> Iterator[str]:
        """Every button of the entry, and those behind More that say how the deal went."""
        page = self.page
        for row in page.rows:
            yield from (button for button in (row.win, row.loo) if button)
        yield from (f"clear:{slot.index}" for slot in page.slots if slot.name)
        if page.slots and page.reading.mode == "card" and not page.reading.draft.nobody:
            yield "nobody:1"
        if page.question:
            yield from (f"lone:{answer}" for answer, _, _ in page.options)
        yield from self.behind_more

    def tap(self, button: str) -> None:
        assert button in self.offered(), f"{button} is not on the page: {sorted(self.offered())}"
        reading = self.page.reading
        self.draft = reading.draft.tapped(button, slots(self.view.state, reading.mode))


def known_of(state: GameState, deal: Deal) -> Pending:
    """What people would have said of a resolved deal before its result."""
    dealt_in = deal.dealt_in or state.seated
    out = tuple(seat for seat in state.seated if seat not in dealt_in and seat != deal.dealer)
    takes_part = tuple(seat for seat in state.seated if seat not in out)
    stands_out = deal.dealer is not None and deal.dealer not in with_cards(state, deal.dealer, takes_part)
    if deal.dealer is not None and deal.dealer not in dealt_in and not stands_out:
        out = (*out, deal.dealer)
    return Pending(
        dealer=deal.dealer,
        sitting_out=out,
        barred=deal.barred,
        forfeits=deal.forfeits,
        excused=deal.excused,
        penalties=deal.penalties,
        clubs_turned=deal.clubs_turned,
        no_loos=deal.no_loos,
    )


def tap_in(table: Table, state: GameState, deal: Deal) -> None:
    """Tap a deal in, using only what the page offers."""
    laid = lay_out(state, deal)
    declared = laid.declared
    miss = next((seat for seat, how in declared.items() if how == "miss"), None)
    if miss is not None:
        table.tap(f"miss:{miss}")
    stood = tuple(seat for seat, how in declared.items() if how == "stand") if laid.play == "declare" else ()
    match deal.result:
        case Tricks(winners):
            for winner in winners:
                table.tap(f"win:{winner}")
            tap_met(table, laid, stood, winners)
        case Card(best):
            table.tap("nobody:1" if best is None else f"win:{best}")
        case Unplayed(taker):
            table.tap("result:unplayed")
            if deal.declared:
                table.tap(f"win:{taker}")
        case Flush(holders, exempt):
            tap_flush(table, laid, holders, exempt)
        case ThrownIn(offender):
            table.tap("result:thrown_in")
            table.tap(f"win:{offender}")
            tap_met(table, laid, stood, (offender,))
        case Lost():
            table.tap("result:lost")


def tap_flush(table: Table, laid: Layout, holders: tuple[Seat, ...], exempt: tuple[Seat, ...]) -> None:
    table.tap("result:flush")
    for holder in holders:
        table.tap(f"win:{holder}")
    if table.view.rules.flush_payers == "standing" and laid.play == "declare":
        tap_stood(table, [seat for seat in laid.stood if laid.declared[seat] == "stand"], holders)
        exempt = tuple(seat for seat in exempt if seat in laid.stood)
    elif laid.defender is not None and laid.defender not in exempt:
        # Who defends pays nothing for a flush; the page says so outright.
        exempt = (*exempt, laid.defender)
    for seat in exempt:
        table.tap(f"exempt:{seat}")


def tap_met(table: Table, laid: Layout, stood: Iterable[Seat], named: tuple[Seat, ...]) -> None:
    tap_stood(table, stood, named)
    if table.page.question:
        table.tap("lone:pool" if laid.defender is not None else "lone:own")


def tap_stood(table: Table, stood: Iterable[Seat], named: tuple[Seat, ...]) -> None:
    for seat in stood:
        if seat not in named:
            table.tap(f"loo:{seat}")


def test_every_deal_that_the_engine_accepts_can_be_tapped_in() -> None:
    rng, tried = Random(2), 0
    while tried < STATES:
        state = random_state(rng)
        if state.finished:
            continue
        # The kind that the rules make it: another one is for corrections.
        deal = replace(random_deal(rng, state), kind=None)
        try:
            _, wanted = step(state, deal)
        except ValueError:
            continue
        tried += 1
        table = Table(state, known_of(state, deal))
        tap_in(table, state, deal)
        outcome = table.page.reading.outcome
        assert outcome is not None, (state, deal, table.page.reading)
        assert (outcome.net, outcome.left) == (wanted.net, wanted.left), f"{state}\n{deal}\n{table.page.reading.deal}"


def test_whatever_is_tapped_is_accepted_or_says_what_is_missing() -> None:
    rng, tried = Random(3), 0
    while tried < STATES:
        state = random_state(rng)
        if state.finished:
            continue
        deal = random_deal(rng, state)
        table = Table(state, replace(known_of(state, deal), forfeits=(), excused=()))
        if table.page.reading.offers.faults:
            continue
        tried += 1
        for _ in range(5):
            buttons = sorted(set(table.offered()))
            if not buttons:
                break
            table.tap(rng.choice(buttons))
            page = table.page
            # A dealer who took the miss is refused only while no second player is named.
            waits = table.draft.miss == page.reading.offers.dealer
            assert waits or not page.reading.faults, (state, table.draft, page.reading.faults)
            if page.reading.faults:
                continue
            assert page.reading.ready or page.question or page.ask[0], (state, table.draft, page.reading)
