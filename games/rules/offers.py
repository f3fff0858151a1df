"""What may be declared and recorded in a state, for a page that offers nothing the engine would refuse.

The page tells what it knows of the next deal; :func:`offers` answers what may be added and which results fit, and says
for each that does not fit why. The limits come from the same rules as the refusals, never from a second reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from games.rules.deal_checks import result_reason, rightful_taker
from games.rules.facts import (
    Card,
    Deal,
    Declaration,
    Ending,
    Entry,
    Finish,
    Flush,
    Join,
    Kind,
    Leave,
    Lost,
    Penalty,
    Result,
    Seat,
    ThrownIn,
    Tricks,
    Unplayed,
)
from games.rules.play import Layout, Play, expected_kind, lay_out
from games.rules.pool import loo_amount
from games.rules.refusal import Violation
from games.rules.state import GameState
from games.rules.step import stakes
from games.rules.violations import violations

ResultKind = Literal["tricks", "card", "unplayed", "flush", "thrown_in", "lost"]
LoneChoice = Literal["stand", "miss", "defend", "concede"]
RESULT_KINDS: tuple[ResultKind, ...] = get_args(ResultKind)
_DECLARATIONS: tuple[Declaration, ...] = get_args(Declaration)
_Declared = tuple[tuple[Seat, Declaration], ...]


@dataclass(frozen=True, slots=True)
class ResultOffer:
    """Whether one kind of result fits, and whom it may name.

    ``players``: who may win a trick or the card, take the unplayed pool, hold the flush or have revoked; ``nobody``:
    the card may be nobody's, or the unplayed pool stays. ``exempt``: who may be exempt from a flush, holders aside;
    ``forfeits`` and ``excused``: who may be named there, for ``excused`` so far as he wins no trick. ``reason`` is the
    first fault where the result does not fit, else None.
    """

    kind: ResultKind
    players: tuple[Seat, ...] = ()
    nobody: bool = False
    exempt: tuple[Seat, ...] = ()
    forfeits: tuple[Seat, ...] = ()
    excused: tuple[Seat, ...] = ()
    reason: Violation | None = None

    @property
    def fits(self) -> bool:
        """Whether the engine accepts such a result, with the declarations as they stand."""
        return self.reason is None


@dataclass(frozen=True, slots=True)
class LoneOffer:
    """The question to the dealer against a lone stander: what he may do, and why not the rest.

    ``concede``: he gives up the pool, which the stander takes unplayed.
    """

    stander: Seat
    choices: tuple[LoneChoice, ...]
    refused: tuple[tuple[LoneChoice, Violation], ...]


@dataclass(frozen=True, slots=True)
class Offers:
    """What the page may offer for the next deal, given what it knows so far.

    ``declarations`` has for each player with cards what he may declare (besides passing, in a ``declare`` deal), the
    others' declarations as they stand; a choice that others could still make right is offered. ``faults`` are those of
    the facts so far, whatever the result. ``pool`` is what would be played for, ``loo`` what each loo would cost.
    """

    dealer: Seat
    kind: Kind
    kind_expected: Kind
    play: Play
    dealt_in: tuple[Seat, ...]
    active: tuple[Seat, ...]
    stakes: tuple[tuple[Seat, int], ...]
    pool: int
    loo: int
    declared: tuple[tuple[Seat, Declaration], ...]
    declarations: tuple[tuple[Seat, tuple[Declaration, ...]], ...]
    lone: LoneOffer | None
    results: tuple[ResultOffer, ...]
    faults: tuple[Violation, ...]

    def result(self, kind: ResultKind) -> ResultOffer:
        """What is offered of one kind of result."""
        return self.results[RESULT_KINDS.index(kind)]

    def may_declare(self, seat: Seat) -> tuple[Declaration, ...]:
        """What a player may declare; empty where he has no cards or is barred."""
        return dict(self.declarations).get(seat, ())


def offers(
    state: GameState,
    *,
    dealer: Seat | None = None,
    kind: Kind | None = None,
    sitting_out: tuple[Seat, ...] = (),
    barred: tuple[Seat, ...] = (),
    clubs_turned: bool = False,
    no_loos: bool = False,
    declared: tuple[tuple[Seat, Declaration], ...] = (),
    penalties: tuple[Penalty, ...] = (),
) -> Offers:
    """What may be declared and recorded in the next deal of a game, as far as it is known.

    Where all stand, ``declared`` is filled in. Only ``faults`` says what is wrong with the facts given.
    """
    so_far = Deal(
        # Some result has to stand here; which does not matter for what is read from it.
        Unplayed(None),
        dealer=dealer,
        kind=kind,
        sitting_out=sitting_out,
        barred=barred,
        clubs_turned=clubs_turned,
        declared=declared,
        penalties=penalties,
        no_loos=no_loos,
    )
    return _offers(state, lay_out(state, so_far), declared)


def _offers(state: GameState, laid: Layout, declared: _Declared) -> Offers:
    """The answer for a deal laid out, in which ``declared`` was given."""
    paid = stakes(state, laid)
    pool = state.table + sum(amount for _, amount in paid)
    pool += sum(line.amount for line in laid.deal.penalties if line.to == "current")
    results = tuple(_result_offer(state, laid, result_kind, declared) for result_kind in RESULT_KINDS)
    return Offers(
        dealer=laid.dealer,
        kind=laid.kind,
        kind_expected=expected_kind(state),
        play=laid.play,
        dealt_in=laid.dealt_in,
        active=laid.active,
        stakes=paid,
        pool=pool,
        loo=0 if laid.deal.no_loos else loo_amount(state.rules, laid.kind, pool),
        declared=laid.deal.declared,
        declarations=tuple((seat, tuple(_declarations(state, laid, seat))) for seat in laid.active),
        lone=_lone_offer(state, laid),
        results=results,
        faults=_faults_whatever_result(state, laid),
    )


_OF_THE_FACTS = (
    "entry-after-finish",
    "player-unknown",
    "too-few-dealt-in",
    "no-cards",
    "declared-all",
    "miss-refused",
    "defend-refused",
)


def _faults_whatever_result(state: GameState, laid: Layout) -> tuple[Violation, ...]:
    found = violations(state, _with(laid, Unplayed(None)))
    return tuple(fault for fault in found if fault.code in _OF_THE_FACTS)


def _with(laid: Layout, result: Result, declared: dict[Seat, Declaration] | None = None) -> Deal:
    """The deal so far with a result, and perhaps with other declarations."""
    deal = laid.deal
    return Deal(
        result,
        dealer=deal.dealer,
        kind=deal.kind,
        dealt_in=deal.dealt_in,
        sitting_out=deal.sitting_out,
        barred=deal.barred,
        clubs_turned=deal.clubs_turned,
        declared=deal.declared if declared is None else tuple(declared.items()),
        penalties=deal.penalties,
        no_loos=deal.no_loos,
    )


def _declarations(state: GameState, laid: Layout, seat: Seat) -> Iterator[Declaration]:
    for declaration in _DECLARATIONS:
        declared = {**laid.declared, seat: declaration}
        if _can_become_right(state, laid, declared):
            yield declaration


def _can_become_right(state: GameState, laid: Layout, declared: dict[Seat, Declaration]) -> bool:
    """Whether declarations are right, or others could still declare so that they are.

    Only the dealer's can be made right by others: the lone stander he defends against may still come, and the miss he
    took is his where a second player stands. Both take one more player.
    """
    if not _of_declaring(state, laid, declared):
        return True
    if laid.play != "declare" or laid.dealer not in declared:
        return False
    more = next((seat for seat in laid.active if seat not in declared), None)
    return more is not None and not _of_declaring(state, laid, {**declared, more: "stand"})


def _of_declaring(state: GameState, laid: Layout, declared: dict[Seat, Declaration]) -> bool:
    """Whether declarations as they stand are refused, whatever the result."""
    found = violations(state, _with(laid, Unplayed(None), declared))
    return any(fault.code in ("no-cards", "declared-all", "miss-refused", "defend-refused") for fault in found)


def _lone_offer(state: GameState, laid: Layout) -> LoneOffer | None:
    stander = laid.lone_stander
    if stander is None or not laid.dealer_plays:
        return None
    others = {seat: declaration for seat, declaration in laid.declared.items() if seat != laid.dealer}
    winners = (stander,) * state.rules.tricks
    tries: list[tuple[LoneChoice, Deal]] = [
        (choice, _with(laid, Tricks(winners), {**others, laid.dealer: choice})) for choice in _DECLARATIONS
    ]
    tries.append(("concede", _with(laid, Unplayed(stander), others)))
    found = [(choice, _first(violations(state, deal))) for choice, deal in tries]
    return LoneOffer(
        stander,
        tuple(choice for choice, fault in found if fault is None),
        tuple((choice, fault) for choice, fault in found if fault is not None),
    )


def _first(found: Sequence[Violation]) -> Violation | None:
    return found[0] if found else None


def _result_offer(state: GameState, laid: Layout, kind: ResultKind, declared: _Declared) -> ResultOffer:
    """One kind of result: whom it may name, found by asking the engine about each who could be named."""
    if kind == "lost":
        # Nothing is declared when the dealer loses the deal; where all stand, that was only filled in here.
        return ResultOffer(kind, reason=_first(violations(state, _with(laid, Lost(), dict(declared)))))
    nobody = _nobody(kind)
    if nobody is not None:
        without = _first(violations(state, _with(laid, nobody)))
    players, reason = [], None
    for seat in state.seated:
        fault = _first(violations(state, _with(laid, _naming(state, kind, seat))))
        if fault is None:
            players.append(seat)
        reason = reason or fault
    allowed_nobody = nobody is not None and without is None
    if not players and not allowed_nobody:
        return ResultOffer(kind, reason=_why_not(state, laid, kind) or reason)
    return ResultOffer(
        kind,
        tuple(players),
        allowed_nobody,
        exempt=laid.active if kind == "flush" else (),
        forfeits=_may_forfeit(laid, kind, tuple(players)),
        excused=laid.stood if kind == "tricks" else (),
    )


def _why_not(state: GameState, laid: Layout, kind: ResultKind) -> Violation | None:
    """The fault that tells most: of the kind of result, or of the one whom the rules name."""
    refused = result_reason(state.rules, lay_out(state, _with(laid, _naming(state, kind, laid.dealer))))
    if refused is not None or kind != "unplayed" or len(laid.declared) > 1:
        return refused
    taker = rightful_taker(state.rules, laid)
    return _first(violations(state, _with(laid, Unplayed(taker))))


def _nobody(kind: ResultKind) -> Result | None:
    if kind == "card":
        return Card(None)
    return Unplayed(None) if kind == "unplayed" else None


def _naming(state: GameState, kind: ResultKind, seat: Seat) -> Result:
    if kind == "tricks":
        return Tricks((seat,) * state.rules.tricks)
    if kind == "card":
        return Card(seat)
    if kind == "unplayed":
        return Unplayed(seat)
    return Flush((seat,)) if kind == "flush" else ThrownIn(seat)


def _may_forfeit(laid: Layout, kind: ResultKind, players: tuple[Seat, ...]) -> tuple[Seat, ...]:
    if kind == "unplayed":
        return players
    return laid.stood if kind in ("tricks", "thrown_in") else ()


@dataclass(frozen=True, slots=True)
class EndingOffer:
    """One way to finish, and why not where it cannot be (Q36)."""

    how: Ending
    reason: Violation | None

    @property
    def fits(self) -> bool:
        """Whether the game can finish like this now."""
        return self.reason is None


def endings(state: GameState) -> tuple[EndingOffer, ...]:
    """Every way to finish a game, with the reason where it cannot be chosen now."""
    return tuple(EndingOffer(how, _first(violations(state, Finish(how)))) for how in get_args(Ending))


def possible_endings(state: GameState) -> tuple[Ending, ...]:
    """The ways in which a game can finish now (Q36)."""
    return tuple(offer.how for offer in endings(state) if offer.fits)


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """Who may leave now, who may come back, and whether somebody new may join; each reason where not."""

    leave: tuple[Seat, ...]
    come_back: tuple[Seat, ...]
    join: bool
    leave_reason: Violation | None
    join_reason: Violation | None


def seat_offers(state: GameState) -> SeatOffer:
    """What may change about the seats before the next deal (Q18)."""
    after, newcomer = state.seated[0], len(state.balances)
    away = [seat for seat in state.order if seat not in state.seated]
    join_reason = _first(violations(state, Join(newcomer, after)))
    return SeatOffer(
        leave=tuple(seat for seat in state.seated if _accepted(state, Leave(seat))),
        come_back=tuple(seat for seat in away if _accepted(state, Join(seat, after))),
        join=join_reason is None,
        leave_reason=_first(violations(state, Leave(state.seated[0]))),
        join_reason=join_reason,
    )


def _accepted(state: GameState, entry: Entry) -> bool:
    return not violations(state, entry)
