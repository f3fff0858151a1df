"""The deal in progress as tapped on a page: what the page sends back with every tap, and what each tap makes of it.

The draft lives in the page alone, as short query parameters, and is worth nothing until it is confirmed. It holds only
what people tap; what that means under the rules is :mod:`games.forms.reading`'s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args
from urllib.parse import urlencode

from games.rules.facts import Seat
from games.rules.refusal import MAX_NAMES

Special = Literal["", "unplayed", "flush", "thrown_in", "lost"]
"""A result that is not the ordinary one of the deal (tricks, or the turned card)."""
Lone = Literal["", "own", "pool", "unplayed"]
"""How one player who stood alone was met: the dealer for himself, the dealer for the pool, or by nobody."""

_SPECIAL: Mapping[str, Special] = {word: word for word in get_args(Special)}
_LONE: Mapping[str, Lone] = {word: word for word in get_args(Lone)}


@dataclass(frozen=True, slots=True)
class EntryDraft:
    """A deal as far as it was tapped.

    ``deal`` is the number of the deal it is meant for (0: none yet). ``winners`` has the winner of each trick, or of
    the turned card, in order, None where nobody is named yet. ``looed`` are those marked to have stood without a trick
    (on a flush or a revoke: to have stood). ``miss`` took the spare hand. ``named`` are the holders of a flush, the
    revoker, or who took a pool unplayed, ``exempt`` who pays nothing for a flush; ``nobody`` beat the turned card.
    """

    deal: int = 0
    winners: tuple[Seat | None, ...] = ()
    looed: tuple[Seat, ...] = ()
    lone: Lone = ""
    miss: Seat | None = None
    special: Special = ""
    named: tuple[Seat, ...] = ()
    exempt: tuple[Seat, ...] = ()
    nobody: bool = False

    @classmethod
    def of(cls, data: Mapping[str, str]) -> EntryDraft:
        """The draft that a page sent; what cannot be read is left out, for nothing is booked from here unseen."""
        special, lone = data.get("r", ""), data.get("a", "")
        deal = data.get("d", "")
        miss = _seats(data.get("m", ""))
        return cls(
            deal=int(deal) if deal.isdecimal() and deal.isascii() and len(deal) <= 6 else 0,
            winners=_winners(data.get("w", "")),
            looed=_seats(data.get("l", "")),
            lone=_LONE.get(lone, ""),
            miss=miss[0] if miss else None,
            special=_SPECIAL.get(special, ""),
            named=_seats(data.get("h", "")),
            exempt=_seats(data.get("x", "")),
            nobody=data.get("n") == "1",
        )

    def fields(self) -> dict[str, str]:
        """The draft as the fields of a form: what :meth:`of` reads. What is empty is left out."""
        stored = {
            "d": str(self.deal) if self.deal else "",
            "w": ".".join("" if seat is None else str(seat) for seat in self.winners) if any_of(self.winners) else "",
            "l": ".".join(map(str, self.looed)),
            "a": self.lone,
            "m": "" if self.miss is None else str(self.miss),
            "r": self.special,
            "h": ".".join(map(str, self.named)),
            "x": ".".join(map(str, self.exempt)),
            "n": "1" if self.nobody else "",
        }
        return {key: value for key, value in stored.items() if value}

    @property
    def query(self) -> str:
        """The draft as the query of an address."""
        return urlencode(self.fields())

    @property
    def is_empty(self) -> bool:
        """Whether nothing was tapped."""
        return replace(self, deal=0, winners=()) == EntryDraft() and not any_of(self.winners)

    def winner(self, slot: int) -> Seat | None:
        """Who won a trick, counted from 0."""
        return self.winners[slot] if slot < len(self.winners) else None

    def tapped(self, tap: str, slots: int) -> EntryDraft:
        """The draft after a tap (``win:2``, ``loo:4``, ``clear:0`` ...) on a page with so many slots."""
        what, _, value = tap.partition(":")
        seat = _seat(value)
        match what:
            case "win" if seat is not None:
                return self._named(seat, slots)
            case "loo" if seat is not None:
                if seat == self.miss and seat not in self.looed:
                    return replace(self, miss=None, lone="")
                exempt = tuple(other for other in self.exempt if other != seat)
                return replace(self, looed=_toggled(self.looed, seat), exempt=exempt, lone="")
            case "exempt" if seat is not None:
                return replace(self, exempt=_toggled(self.exempt, seat))
            case "clear" if seat is not None:
                winners = tuple(None if slot == seat else who for slot, who in enumerate(self.winners))
                return replace(self, winners=winners, lone="", nobody=False)
            case "miss":
                return replace(self, miss=None if seat == self.miss else seat, lone="")
            case "nobody":
                return replace(self, nobody=True, winners=())
            case "lone":
                return replace(self, lone=_LONE.get(value, ""))
            case "result":
                return EntryDraft(deal=self.deal, special=_SPECIAL.get(value, ""), miss=self.miss)
        return self

    def _named(self, seat: Seat, slots: int) -> EntryDraft:
        """A name was tapped: the winner of the next trick or of the card, a holder, the revoker, or the taker."""
        if self.special == "flush":
            named = _toggled(self.named, seat)
            exempt = tuple(other for other in self.exempt if other != seat)
            return replace(self, named=named, exempt=exempt)
        if self.special:
            return replace(self, named=() if seat in self.named else (seat,), lone="")
        filled = [self.winner(slot) for slot in range(slots)]
        if None in filled:
            filled[filled.index(None)] = seat
        looed = tuple(other for other in self.looed if other != seat)
        return replace(self, winners=tuple(filled), looed=looed, lone="", nobody=False)


def any_of(winners: tuple[Seat | None, ...]) -> bool:
    """Whether anybody is named."""
    return any(seat is not None for seat in winners)


def _toggled(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat) if seat in seats else (*seats, seat)


def _seat(text: str) -> Seat | None:
    digits = text.isascii() and text.isdecimal() and len(text) <= 2
    return int(text) if digits and int(text) < MAX_NAMES else None


def _seats(text: str) -> tuple[Seat, ...]:
    found = (_seat(part) for part in text[:80].split("."))
    return tuple(dict.fromkeys(seat for seat in found if seat is not None))


def _winners(text: str) -> tuple[Seat | None, ...]:
    return tuple(_seat(part) for part in text[:20].split(".")[:5]) if text else ()
