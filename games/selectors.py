"""All reads of a table. Nothing here changes anything, and nothing here computes money: the engine has done that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from games.codec import load_entry, load_outcome, load_rules, load_unit, state_of
from games.models import Entry, Game, GameSession, Link, Seat, Settlement
from games.pending import Pending
from games.rules import facts
from games.rules.ruleset import RuleSet
from games.rules.state import GameState
from games.rules.step import Outcome
from games.rules.unit import Unit

RECENT = 12
"""How many entries a page of the table shows without being asked for more."""


@dataclass(frozen=True)
class EntryView:
    """An entry as it stands: what was recorded and what it came to."""

    id: UUID
    rank: int
    deal_number: int | None
    facts: facts.Entry
    outcome: Outcome
    note: str
    recorded_at: datetime
    revised: bool


@dataclass(frozen=True)
class TableView:
    """A table as everybody sees it who holds a link: names by seat number, the engine's state, the last entries.

    ``entries`` are the newest first. ``version`` is the session's: it changes with everything that is written.
    """

    link: Link
    session: GameSession
    game: Game
    names: tuple[str, ...]
    state: GameState
    unit: Unit
    entries: tuple[EntryView, ...]

    @property
    def version(self) -> int:
        """The session's version, by which pages notice changes."""
        return self.session.version

    @property
    def rules(self) -> RuleSet:
        """The rules the table agreed."""
        return self.state.rules

    @property
    def last(self) -> EntryView | None:
        """The newest entry, if any."""
        return self.entries[0] if self.entries else None

    @cached_property
    def pending(self) -> Pending:
        """What is known of the deal in progress."""
        return Pending.from_json(self.game.pending)

    @property
    def next_deal_number(self) -> int:
        """The number of the deal to come."""
        return self.game.deals_count + 1

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """Those who sit now, in seat order."""
        return self.state.seated


def table(link: Link, *, entries: int | None = RECENT) -> TableView:
    """The table that a link opens; ``entries``: how many of the newest to read, None for all."""
    game = Game.objects.get(session=link.session, number=1)
    return TableView(
        link=link,
        session=link.session,
        game=game,
        names=names_of(game),
        state=state_of(game),
        unit=load_unit(game.unit),
        entries=tuple(entries_of(game, newest=entries)),
    )


def names_of(game: Game) -> tuple[str, ...]:
    """The names of all who ever had a seat in a game, by seat number."""
    seats = Seat.objects.filter(game=game).order_by("number").select_related("participant__person")
    return tuple(seat.participant.person.name for seat in seats)


def entries_of(game: Game, *, newest: int | None = None) -> Sequence[EntryView]:
    """The present entries of a game, the newest first; ``newest``: at most so many."""
    rows = Entry.objects.filter(game=game).exclude(rank=None).order_by("-rank")[:newest]
    return [_view(row) for row in rows]


def entry_of(game: Game, entry: UUID) -> EntryView | None:
    """One present entry of a game, or None: unknown, struck out, or of another game."""
    row = Entry.objects.filter(game=game, pk=entry).exclude(rank=None).first()
    return None if row is None else _view(row)


def _view(row: Entry) -> EntryView:
    if row.rank is None or row.outcome is None:
        raise ValueError(f"entry {row.pk} is struck out")
    return EntryView(
        id=row.pk,
        rank=row.rank,
        deal_number=row.deal_number,
        facts=load_entry(row.facts),
        outcome=load_outcome(row.outcome),
        note=row.note,
        recorded_at=row.recorded_at,
        revised=row.revision > 1,
    )


def rules_of(game: Game) -> RuleSet:
    """The rules of a game."""
    return load_rules(game.rules)


@dataclass(frozen=True)
class PaymentView:
    """A payment that was made and not taken back."""

    id: UUID
    amount: int
    created_at: datetime


@dataclass(frozen=True)
class LineView:
    """One payment that a settlement asks for, and what of it was paid."""

    id: int
    debtor: str
    creditor: str
    amount: int
    payments: tuple[PaymentView, ...]

    @property
    def paid(self) -> int:
        """What has been paid towards it."""
        return sum(payment.amount for payment in self.payments)

    @property
    def rest(self) -> int:
        """What is still to be paid."""
        return self.amount - self.paid


@dataclass(frozen=True)
class SettlementView:
    """One version of who pays whom. Amounts are in minor units of ``currency``, or base units where it is empty.

    ``results`` pairs each participant's name with what the session came to for him, ``paid_before`` with what he
    had paid (positive) or received (negative) before this version.
    """

    number: int
    newest: bool
    currency: str
    bank: str | None
    least: bool
    payable: bool
    created_at: datetime
    results: tuple[tuple[str, int], ...]
    paid_before: tuple[tuple[str, int], ...]
    lines: tuple[LineView, ...]

    @property
    def open(self) -> int:
        """How many payments are not complete."""
        return sum(line.rest > 0 for line in self.lines)


def settlement(session: GameSession, number: int | None = None) -> SettlementView | None:
    """A version of a session's settlement, by default the newest; None where there is no such version."""
    wanted = session.settlements if number is None else number
    found = Settlement.objects.filter(session=session, number=wanted).first()
    if found is None:
        return None
    people = dict(session.participants.values_list("number", "person__name"))
    return SettlementView(
        number=found.number,
        newest=found.number == session.settlements,
        currency=found.currency,
        bank=None if found.bank is None else people[found.bank],
        least=found.least,
        payable=found.payable,
        created_at=found.created_at,
        results=tuple((people[person], amount) for person, amount in found.summary["results"]),
        paid_before=tuple((people[person], amount) for person, amount in found.summary["paid"] if amount),
        lines=tuple(_lines(found)),
    )


def _lines(found: Settlement) -> Sequence[LineView]:
    lines = found.lines.order_by("number").select_related("debtor__person", "creditor__person")
    made = {
        line.pk: tuple(
            PaymentView(payment.pk, payment.amount, payment.created_at)
            for payment in line.payments.all()
            if payment.takes_back_id is None and not hasattr(payment, "taken_back_by")
        )
        for line in found.lines.prefetch_related("payments__taken_back_by")
    }
    return [
        LineView(line.pk, line.debtor.person.name, line.creditor.person.name, line.amount, made[line.pk])
        for line in lines
    ]
