"""The one set of rows from which the page, the PDF and the CSV of a settlement's report are made.

Amounts are whole numbers: base units of the game, or minor units of its currency where a field says money.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games import selectors
from games.models import Settlement
from games.reports.differences import Differences, differences
from games.reports.isolate import shown
from games.reports.played import Played, PlayedEntry, played_of
from games.reports.words import Teller
from games.rules import facts
from games.rules.outcome import Movement
from games.rules.ruleset import RuleSet
from games.rules.unit import Unit


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One player: what he came to. ``money`` is None without a currency or where there are no payments."""

    seat: int
    name: str
    balance: int
    money: int | None
    tricks: int
    looed: int


@dataclass(frozen=True, slots=True)
class PaymentRow:
    """One payment that the settlement asks for, and what of it is paid; in money, or base units without a currency."""

    debtor: str
    creditor: str
    debtor_seat: int
    creditor_seat: int
    amount: int
    paid: int


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry: ``net`` and ``balances`` (after it) by seat, 0 for who came later; ``deal`` None if it is no deal."""

    entry: str
    rank: int
    deal: int | None
    dealer: int | None
    kind: str
    pool: int
    left: int
    net: tuple[int, ...]
    balances: tuple[int, ...]
    looed: tuple[tuple[int, int], ...]
    movements: tuple[Movement, ...]
    words: str
    note: str


@dataclass(frozen=True, slots=True)
class DefaultRow:
    """One of our defaults that decided something: the switch, the question, and the numbers of the deals."""

    switch: str
    question: str
    deals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a report says.

    ``players`` are clockwise, ``names`` by seat number; ``paid_before`` pairs names with what was paid (positive) or
    received (negative) before this version. ``opening`` are the balances brought along, by seat number.
    """

    title: str
    version: int
    settled_at: datetime
    first_at: datetime | None
    last_at: datetime | None
    unit: Unit
    rules: RuleSet
    currency: str
    payable: bool
    least: bool
    bank: str | None
    names: tuple[str, ...]
    players: tuple[PlayerRow, ...]
    payments: tuple[PaymentRow, ...]
    paid_before: tuple[tuple[str, int], ...]
    opening: tuple[int, ...]
    opening_pool: int
    entries: tuple[EntryRow, ...]
    left: int
    brought_in: int
    defaults: tuple[DefaultRow, ...]
    differences: Differences | None
    heads: tuple[tuple[str, int, str], ...]

    @property
    def deals(self) -> tuple[EntryRow, ...]:
        """The deals among the entries."""
        return tuple(row for row in self.entries if row.deal is not None)


def report_of(settlement: Settlement) -> Report:
    """The rows of a version's report: its facts as they stood then, and the present names and payments."""
    played = played_of(settlement)
    view = selectors.settlement(settlement.session, settlement.number)
    if view is None:
        raise ValueError(f"settlement {settlement.pk} is not of its session")
    names = tuple(shown(name) for name in played.names)
    seats = {number: seat for seat, number in enumerate(played.participants)}
    earlier = settlement.session.versions.filter(number=settlement.number - 1).first()
    times = [entry.recorded_at for entry in played.entries]
    return Report(
        title=shown(played.game.title),
        version=settlement.number,
        settled_at=settlement.created_at,
        first_at=min(times, default=None),
        last_at=max(times, default=None),
        unit=played.unit,
        rules=played.rules,
        currency=settlement.currency,
        payable=settlement.payable,
        least=settlement.least,
        bank=None if view.bank is None else shown(view.bank),
        names=names,
        players=_players(settlement, played, names),
        payments=_payments(settlement, view, names, seats),
        paid_before=tuple((shown(name), amount) for name, amount in view.paid_before),
        opening=_padded(played.opening.balances, len(names)),
        opening_pool=played.opening.table,
        entries=tuple(_entries(played, names)),
        left=played.state.table,
        brought_in=played.state.brought_in,
        defaults=_defaults(played),
        differences=None if earlier is None else differences(earlier, settlement, played_of(earlier), played),
        heads=played.heads,
    )


def _payments(
    settlement: Settlement, view: selectors.SettlementView, names: tuple[str, ...], seats: dict[int, int]
) -> tuple[PaymentRow, ...]:
    """The payments asked for; ``seats`` has the seat of each participant's number."""
    lines = settlement.lines.order_by("number").values_list("debtor__number", "creditor__number")
    found = []
    for row, (debtor, creditor) in zip(view.lines, lines, strict=True):
        pays, receives = seats[debtor], seats[creditor]
        found.append(PaymentRow(names[pays], names[receives], pays, receives, row.amount, row.paid))
    return tuple(found)


def _padded(amounts: tuple[int, ...], number: int) -> tuple[int, ...]:
    return amounts + (0,) * (number - len(amounts))


def _players(settlement: Settlement, played: Played, names: tuple[str, ...]) -> tuple[PlayerRow, ...]:
    money = dict(settlement.summary["results"]) if settlement.currency else {}
    balances = _padded(played.state.balances, len(names))
    won = [winner for entry in played.entries for winner in _winners(entry.facts)]
    looed = [seat for entry in played.entries for seat, _ in entry.outcome.looed]
    # Who joined only after this version, or whose joining was undone, has no place at its table.
    return tuple(
        PlayerRow(
            seat, names[seat], balances[seat], money.get(played.participants[seat]), won.count(seat), looed.count(seat)
        )
        for seat in played.state.order
    )


def _winners(entry: facts.Entry) -> tuple[int, ...]:
    if isinstance(entry, facts.Deal) and isinstance(entry.result, facts.Tricks):
        return entry.result.winners
    return ()


def _entries(played: Played, names: tuple[str, ...]) -> list[EntryRow]:
    teller = Teller(names, played.unit)
    rows: list[EntryRow] = []
    deals = 0
    for rank, entry in enumerate(played.entries, 1):
        is_deal = isinstance(entry.facts, facts.Deal)
        deals += is_deal
        rows.append(_entry(entry, rank, deals if is_deal else None, teller, len(names)))
    return rows


def _entry(entry: PlayedEntry, rank: int, deal: int | None, teller: Teller, players: int) -> EntryRow:
    outcome = entry.outcome
    return EntryRow(
        entry=entry.entry,
        rank=rank,
        deal=deal,
        dealer=entry.facts.dealer if isinstance(entry.facts, facts.Deal) else None,
        kind=outcome.kind,
        pool=outcome.pool,
        left=outcome.left,
        net=_padded(outcome.net, players),
        balances=_padded(entry.after.balances, players),
        looed=outcome.looed,
        movements=outcome.movements,
        words=teller.entry(entry.facts, outcome),
        note=shown(entry.note),
    )


def _defaults(played: Played) -> tuple[DefaultRow, ...]:
    found: dict[tuple[str, str], list[int]] = {}
    deals = (entry for entry in played.entries if isinstance(entry.facts, facts.Deal))
    for number, entry in enumerate(deals, 1):
        for decided in entry.outcome.defaults:
            found.setdefault(decided, []).append(number)
    return tuple(DefaultRow(switch, question, tuple(numbers)) for (switch, question), numbers in found.items())
