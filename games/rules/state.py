"""The table between two entries: everything that the next step needs, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.facts import Seat
from games.rules.refusal import LIMIT, MAX_SEATED
from games.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Opening:
    """The table as earlier deals left it.

    ``pool`` base units lie on it; ``looed`` says that a loo was paid into it in the deal before. ``balances`` are by
    seat number and sum to minus the pool; None: all 0, the pool being money brought in from outside.
    """

    pool: int = 0
    looed: bool = False
    last_dealer: Seat | None = None
    balances: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class GameState:
    """A game between two entries.

    ``order`` has all who ever sat, clockwise: one who left keeps his place (so turns and ties are settled by it);
    ``seated`` those who sit now, in the same order. ``balances`` and ``dealt`` (how many deals each has dealt, Q36)
    are by seat number. ``table`` is what lies on the table and ``brought_in`` the other side of money that came from
    outside, so that balances, table and brought_in always sum to 0. ``looed``, ``lost`` and ``no_loos`` speak of the
    last deal: whether it put a loo into the pool, was lost by a misdeal, and was an agreed last round.
    """

    rules: RuleSet
    order: tuple[Seat, ...]
    seated: tuple[Seat, ...]
    balances: tuple[int, ...]
    table: int
    brought_in: int
    looed: bool
    last_dealer: Seat
    dealt: tuple[int, ...]
    deals: int = 0
    opened_empty: bool = True
    lost: bool = False
    no_loos: bool = False
    finished: bool = False

    @property
    def first_deal(self) -> bool:
        """Whether the next deal is the *first deal*: none was dealt yet, and the table was opened empty."""
        return self.deals == 0 and self.opened_empty


def start(rules: RuleSet, players: int, opening: Opening | None = None) -> GameState:
    """A game before its first entry: seats 0, 1, 2, ... clockwise.

    Raises ValueError where the number of players or the opening cannot be.
    """
    opening = opening or Opening()
    if not 2 <= players <= MAX_SEATED:
        raise ValueError(f"a game is opened with 2 to {MAX_SEATED} players, not {players}")
    if not 0 <= opening.pool <= LIMIT or (opening.looed and not opening.pool):
        raise ValueError("an opening pool is not below 0, and not empty where a loo was paid into it")
    balances = opening.balances if opening.balances is not None else (0,) * players
    if len(balances) != players or (opening.balances is not None and sum(balances) != -opening.pool):
        raise ValueError("opening balances have one number a player and sum to minus the pool")
    last_dealer = players - 1 if opening.last_dealer is None else opening.last_dealer
    if not 0 <= last_dealer < players:
        raise ValueError(f"the last dealer, seat {last_dealer}, is not one of the players")
    seats = tuple(range(players))
    return GameState(
        rules=rules,
        order=seats,
        seated=seats,
        balances=balances,
        table=opening.pool,
        brought_in=0 if opening.balances is not None else -opening.pool,
        looed=opening.looed,
        last_dealer=last_dealer,
        dealt=(0,) * players,
        opened_empty=opening.pool == 0 and not opening.looed,
    )


def on_the_left(state: GameState, seat: Seat) -> tuple[Seat, ...]:
    """Those who sit now, clockwise from the left of a seat, whose own player comes last where he still sits."""
    place = state.order.index(seat) + 1
    turned = state.order[place:] + state.order[:place]
    return turned if len(turned) == len(state.seated) else tuple([one for one in turned if one in state.seated])


_FIELDS = ("table", "brought_in", "looed", "last_dealer", "deals", "opened_empty", "lost", "no_loos", "finished")
_LISTS = ("order", "seated", "balances", "dealt")


def state_to_json(state: GameState) -> dict[str, Any]:
    """A state as JSON values, for storage: what :func:`state_from_json` reads."""
    stored: dict[str, Any] = {"rules": state.rules.to_json()}
    stored.update((field, getattr(state, field)) for field in _FIELDS)
    stored.update((field, list(getattr(state, field))) for field in _LISTS)
    return stored


def state_from_json(stored: Mapping[str, Any]) -> GameState:
    """A state from what :func:`state_to_json` made. Raises KeyError where a field is missing."""
    fields: dict[str, Any] = {field: stored[field] for field in _FIELDS}
    fields.update((field, tuple(stored[field])) for field in _LISTS)
    return GameState(rules=RuleSet.from_json(stored["rules"]), **fields)
