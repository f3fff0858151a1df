"""One entry: what it comes to, and the table after it. Here the facts become money, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

from games.rules.deal_checks import deal_faults
from games.rules.entry_checks import entry_faults
from games.rules.facts import (
    Adjust,
    Card,
    Deal,
    Destination,
    Entry,
    Finish,
    Flush,
    Join,
    Kind,
    Leave,
    Lost,
    Seat,
    ThrownIn,
    Tricks,
    Unplayed,
)
from games.rules.outcome import Cause, Movement, Outcome, OutcomeKind, outcome_from_json, outcome_to_json
from games.rules.play import Layout, expected_kind, lay_out
from games.rules.pool import loo_amount, split_pool
from games.rules.refusal import LIMIT, Refused, in_order, violation
from games.rules.state import GameState, on_the_left

__all__ = ["Movement", "Outcome", "outcome_from_json", "outcome_to_json", "stakes", "step"]


def step(state: GameState, entry: Entry) -> tuple[GameState, Outcome]:
    """The table after an entry, and what the entry comes to.

    Raises Refused with every violation where the entry cannot be.
    """
    if state.finished:
        raise Refused([violation("entry-after-finish", "The game is finished.")])
    if isinstance(entry, Deal):
        after, outcome = _deal(state, entry)
    else:
        faults = in_order(entry_faults(state, entry))
        if faults:
            raise Refused(faults)
        if isinstance(entry, Adjust):
            after, outcome = _adjust(state, entry)
        elif isinstance(entry, Finish):
            after, outcome = _finish(state, entry)
        else:
            after = _join(state, entry) if isinstance(entry, Join) else _leave(state, entry)
            outcome = _Books(state).outcome("join" if isinstance(entry, Join) else "leave", state.table, entry)
    balances = after.balances
    if max(outcome.pool, after.table, *balances) > LIMIT or min(balances) < -LIMIT:
        raise Refused([violation("too-large", "A pool, the table or a balance goes beyond {limit}.", limit=LIMIT)])
    return after, outcome


class _Books:
    """The movements of one entry while they are worked out."""

    __slots__ = ("before", "looed", "movements", "net", "parts", "table")

    def __init__(self, before: GameState) -> None:
        self.before = before
        self.table = before.table
        self.net = [0] * len(before.balances)
        self.movements: list[Movement] = []
        self.looed: list[tuple[Seat, int]] = []
        self.parts: tuple[int, ...] = ()

    def move(
        self, seat: Seat, amount: int, cause: Cause, detail: int | str | None = None, to: Destination | None = None
    ) -> None:
        """Counters between a player and the table; nothing comes from anywhere else."""
        if amount:
            self.net[seat] += amount
            self.table -= amount
            # What Movement(...) does, without a Python call: a deal has half a dozen.
            self.movements.append(tuple.__new__(Movement, (seat, amount, cause, detail, to)))

    def outcome(self, kind: OutcomeKind, pool: int, entry: Entry, kind_expected: Kind | None = None) -> Outcome:
        if self.table < 0:
            raise AssertionError(f"{-self.table} more was drawn than lay on the table")
        return Outcome(
            kind,
            pool,
            tuple(self.net),
            tuple(self.looed),
            self.table,
            tuple(self.movements),
            self.parts,
            kind_expected,
            self.before,
            entry,
        )

    def balances(self) -> tuple[int, ...]:
        return tuple([balance + moved for balance, moved in zip(self.before.balances, self.net, strict=True)])


def _adjust(state: GameState, entry: Adjust) -> tuple[GameState, Outcome]:
    books = _Books(state)
    # Who puts in goes first, so that what is taken lies there.
    for seat, amount in sorted(entry.net, key=lambda line: line[1]):
        books.move(seat, amount, "adjust", entry.reason)
    after = replace(state, balances=books.balances(), table=books.table)
    return after, books.outcome("adjust", state.table, entry)


def _finish(state: GameState, entry: Finish) -> tuple[GameState, Outcome]:
    books = _Books(state)
    if entry.how == "division":
        sharers = on_the_left(state, state.last_dealer)
        shares, _ = split_pool(state.table, len(sharers), "first-tricks")
        for seat, share in zip(sharers, shares, strict=True):
            books.move(seat, share, "division")
    after = replace(state, balances=books.balances(), table=books.table, finished=True)
    return after, books.outcome("finish", state.table, entry)


def _join(state: GameState, entry: Join) -> GameState:
    order = [seat for seat in state.order if seat != entry.player]
    order.insert(order.index(entry.after) + 1, entry.player)
    seated = {*state.seated, entry.player}
    # A seat number may be free below a joiner's: that of one whose joining comes later, or was undone.
    missing = (0,) * (entry.player + 1 - len(state.balances))
    return replace(
        state,
        order=tuple(order),
        seated=tuple(seat for seat in order if seat in seated),
        balances=state.balances + missing,
        dealt=state.dealt + missing,
    )


def _leave(state: GameState, entry: Leave) -> GameState:
    return replace(state, seated=tuple(seat for seat in state.seated if seat != entry.player))


def _deal(state: GameState, entry: Deal) -> tuple[GameState, Outcome]:
    laid = lay_out(state, entry)
    faults = deal_faults(state, laid)
    if faults:
        raise Refused(in_order(faults))
    deal, result = laid.deal, laid.deal.result
    books = _Books(state)
    for seat, amount in stakes(state, laid):
        books.move(seat, -amount, "stake")
    if deal.penalties:
        _penalties(books, deal, "current")
    pool = books.table
    loo = 0 if deal.no_loos else loo_amount(state.rules, laid.kind, pool)
    looed = () if deal.no_loos else _looed(state, laid)
    to_pool = True
    if isinstance(result, Flush) and state.rules.flush_paid_to == "holder":
        to_pool = False
        _loos(books, looed, loo)
        _flush(books, result, pool + loo * len(looed))
    else:
        _draw(books, laid, pool)
        _loos(books, looed, loo)
    if deal.penalties:
        _penalties(books, deal, "next")
    expected = expected_kind(state)
    outcome = books.outcome(laid.kind, pool, deal, None if expected == laid.kind else expected)
    return _after(state, laid, books, looed=bool(looed) and to_pool), outcome


def _after(state: GameState, laid: Layout, books: _Books, *, looed: bool) -> GameState:
    dealt = list(state.dealt)
    dealt[laid.dealer] += 1
    return GameState(
        state.rules,
        state.order,
        state.seated,
        books.balances(),
        books.table,
        state.brought_in,
        looed,
        laid.dealer,
        tuple(dealt),
        state.deals + 1,
        state.opened_empty,
        isinstance(laid.deal.result, Lost),
        laid.deal.no_loos,
    )


def stakes(state: GameState, laid: Layout) -> tuple[tuple[Seat, int], ...]:
    """Who stakes how much in a deal, the dealer first (Q04)."""
    rules = state.rules
    if laid.kind == "double":
        return ((laid.dealer, rules.stake),)
    dealers = ((laid.dealer, rules.stake * rules.dealer_fresh_stakes),)
    if rules.stakers == "everyone" or (rules.stakers == "everyone-first" and state.first_deal):
        return dealers + tuple((seat, rules.stake) for seat in laid.dealt_in if seat != laid.dealer)
    return dealers


def _penalties(books: _Books, deal: Deal, to: Destination) -> None:
    for penalty in deal.penalties:
        if penalty.to == to:
            books.move(penalty.player, -penalty.amount, "penalty", penalty.fault, to)


def _loos(books: _Books, looed: tuple[Seat, ...], loo: int) -> None:
    for seat in looed:
        books.looed.append((seat, loo))
        books.move(seat, -loo, "loo")


def _looed(state: GameState, laid: Layout) -> tuple[Seat, ...]:
    """Who is looed, if loos are paid at all: the last column of the format's table of results."""
    deal, result = laid.deal, laid.deal.result
    if isinstance(result, Tricks):
        spared = {*result.winners, *deal.excused}
        return tuple([seat for seat in laid.stood if seat not in spared])
    if isinstance(result, Card):
        return tuple([seat for seat in laid.active if seat != result.winner])
    if isinstance(result, Flush):
        spared = {*result.holders, *result.exempt}
        if laid.defender is not None:
            spared.add(laid.defender)
        payers = laid.active if state.rules.flush_payers == "everyone" else laid.stood
        return tuple(seat for seat in payers if seat not in spared)
    return ()


def _draw(books: _Books, laid: Layout, pool: int) -> None:
    """The pool is paid out; what nobody draws stays."""
    deal, result, rules = laid.deal, laid.deal.result, books.before.rules
    if isinstance(result, Tricks):
        books.parts, _ = split_pool(pool, rules.tricks, rules.remainder)
        for number, (seat, part) in enumerate(zip(result.winners, books.parts, strict=True), start=1):
            if seat != laid.defender and seat not in deal.forfeits:
                books.move(seat, part, "trick", number)
    elif isinstance(result, Card):
        if result.winner is not None:
            books.move(result.winner, pool, "card")
    elif isinstance(result, Unplayed):
        if result.taker is not None and result.taker not in deal.forfeits:
            books.move(result.taker, pool, "unplayed")
    elif isinstance(result, Flush):
        _flush(books, result, pool)
    elif isinstance(result, ThrownIn):
        _thrown_in(books, laid, [seat for seat in laid.stood if seat != result.offender], pool)


def _thrown_in(books: _Books, laid: Layout, others: list[Seat], pool: int) -> None:
    if others:
        # Odd units stay after a revoke, whatever the rules say of a remainder (Q03).
        shares, _ = split_pool(pool, len(others), "carry")
        for seat, share in zip(others, shares, strict=True):
            if seat not in laid.deal.forfeits:
                books.move(seat, share, "thrown-in")


def _flush(books: _Books, result: Flush, total: int) -> None:
    shares, _ = split_pool(total, len(result.holders), books.before.rules.remainder)
    for seat, share in zip(result.holders, shares, strict=True):
        books.move(seat, share, "flush")
