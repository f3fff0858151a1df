"""Before the money: who deals, what kind of deal it is, how it is played, and who holds cards.

:func:`resolve` writes all of that into the facts, so that what is stored stands by itself; :func:`lay_out` reads it
back for the checks and for the sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.rules.facts import Deal, Declaration, Kind, Lost, Seat
from games.rules.state import GameState, on_the_left

Play = Literal["card", "all-play", "declare"]


def next_dealer(state: GameState) -> Seat:
    """Whose turn it is to deal: the next who sits, on the left of the last dealer's seat."""
    return on_the_left(state, state.last_dealer)[0]


def expected_kind(state: GameState) -> Kind:
    """The kind that the next deal ought to have, from what lies on the table or was looed (Q05, Q06)."""
    if state.lost:
        return "double"
    fresh = state.table == 0 if state.rules.next_single == "by-money" else not state.looed
    return "single" if fresh else "double"


def how_played(state: GameState, kind: Kind, *, no_loos: bool, clubs_turned: bool) -> tuple[Play, bool]:
    """How a deal is played, and whether its kind alone decided that.

    False for a last round (P32) and under club law (P24), where all stand on their own cards and there is no miss.
    """
    if no_loos:
        return "all-play", False
    play: Play = "declare"
    if kind == "single":
        play = _PLAYS[state.rules.first_deal if state.first_deal else state.rules.single_play]
    if play == "declare" and clubs_turned and state.rules.club_law:
        return "all-play", False
    return play, True


_PLAYS: dict[str, Play] = {"card": "card", "all-play": "all-play", "declare": "declare"}


def with_cards(state: GameState, dealer: Seat, players: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Who is dealt in of those who take part: not the dealer where the company is too large (P1, Q19)."""
    limit = state.rules.dealer_stands_out_above
    if 0 < limit < len(players) and dealer in players:
        return tuple(seat for seat in players if seat != dealer)
    return players


def resolve(state: GameState, deal: Deal) -> Deal:
    """The same deal with everything said outright that the rules supply: the facts as they are stored.

    Dealer, kind and who was dealt in are filled in, and where everyone stands, so is every declaration. A deal that is
    resolved already comes back as it is, whatever its kind ought to have been by now (Q43).
    """
    dealer = next_dealer(state) if deal.dealer is None else deal.dealer
    kind = expected_kind(state) if deal.kind is None else deal.kind
    players, sitting_out = deal.dealt_in, deal.sitting_out
    if players is None:
        players = tuple([seat for seat in state.seated if seat not in sitting_out]) if sitting_out else state.seated
    dealt_in = with_cards(state, dealer, players)
    declared = deal.declared
    if not declared and not isinstance(deal.result, Lost):
        play, _ = how_played(state, kind, no_loos=deal.no_loos, clubs_turned=deal.clubs_turned)
        if play != "declare":
            declared = tuple([(seat, "stand") for seat in dealt_in if seat not in deal.barred])
    if sitting_out:
        # Whoever sits out without sitting here is kept, so that the checks can name him.
        sitting_out = tuple([seat for seat in sitting_out if seat not in state.seated])
    resolved = (dealer, kind, dealt_in, sitting_out)
    if resolved == (deal.dealer, deal.kind, deal.dealt_in, deal.sitting_out) and declared == deal.declared:
        return deal
    # Field by field: replace() takes several times as long, and every deal comes through here.
    return Deal(
        deal.result,
        *resolved,
        deal.barred,
        deal.clubs_turned,
        declared,
        deal.penalties,
        deal.forfeits,
        deal.excused,
        deal.no_loos,
    )


@dataclass(slots=True)
class Layout:
    """A resolved deal laid out for the checks and the sums; made anew for each and never kept.

    ``by_kind`` is what :func:`how_played` says; ``active`` are those dealt in and not barred. Who declared ``stand``
    or ``miss`` *stood*; a defender did not.
    """

    deal: Deal
    dealer: Seat
    kind: Kind
    dealt_in: tuple[Seat, ...]
    play: Play
    by_kind: bool
    active: tuple[Seat, ...]
    declared: dict[Seat, Declaration]
    stood: tuple[Seat, ...]
    defender: Seat | None

    @property
    def lone_stander(self) -> Seat | None:
        """The only player besides the dealer to declare, with ``stand``, where players declare; else None."""
        others = [seat for seat in self.declared if seat != self.dealer]
        if self.play == "declare" and len(others) == 1 and self.declared[others[0]] == "stand":
            return others[0]
        return None

    @property
    def dealer_plays(self) -> bool:
        """Whether the dealer has cards and is not barred (Q19, Q42)."""
        return self.dealer in self.active


def lay_out(state: GameState, deal: Deal) -> Layout:
    """A deal, resolved or not, laid out in the state before it."""
    deal = resolve(state, deal)
    dealer, kind, dealt_in, barred = deal.dealer, deal.kind, deal.dealt_in, deal.barred
    if dealer is None or kind is None or dealt_in is None:
        raise AssertionError("a deal was not resolved")
    play, by_kind = how_played(state, kind, no_loos=deal.no_loos, clubs_turned=deal.clubs_turned)
    stood, defender = [], None
    for seat, declaration in deal.declared:
        if declaration == "defend":
            defender = seat
        else:
            stood.append(seat)
    return Layout(
        deal,
        dealer,
        kind,
        dealt_in,
        play,
        by_kind,
        tuple([seat for seat in dealt_in if seat not in barred]) if barred else dealt_in,
        dict(deal.declared),
        tuple(stood),
        defender,
    )
