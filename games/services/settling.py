"""Settling a session: who pays whom, payments as they happen, and new versions after a correction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from games import books
from games.access import require
from games.codec import load_unit, state_of
from games.errors import Invalid, NotNow
from games.models import Participant, Payment, Settlement, SettlementLine
from games.results import paid_of, plan_of, results_of
from games.rules.refusal import LIMIT
from games.rules.settlement import Plan
from games.services.commands import Answer, Caller, Command, Work, run
from games.services.reporting import order_report


def settle(caller: Caller, *, key: str, version: int, bank: int | None = None) -> Answer:
    """Settle the session: freeze who pays whom. ``bank``: the number of a participant with whom everybody settles.

    Raises :class:`NotNow` where the game is not finished or the session is settled already.
    """
    require(caller.link, "settle")

    def body(work: Work) -> Answer:
        if work.session.settled:
            raise NotNow("This table is settled already.")
        if not state_of(work.game).finished:
            raise NotNow("The game is not finished. Choose first how it ends.")
        work.session.settled = True
        return _new_version(work, bank)

    return run(caller, Command("settle", key, {"bank": bank}, version=version), body)


def settle_again(work: Work) -> Answer:
    """The next version after a correction in a settled session; reopens it where its game is not finished any more."""
    if not state_of(work.game).finished:
        return _reopen(work)
    latest = work.session.versions.get(number=work.session.settlements)
    return _new_version(work, latest.bank)


def reopen(caller: Caller, *, key: str, version: int) -> Answer:
    """Undo the settlement so that the table can play on; payments already made stay and count in the next version.

    Raises :class:`NotNow` where the session is not settled.
    """
    require(caller.link, "reopen")

    def body(work: Work) -> Answer:
        if not work.session.settled:
            raise NotNow("This table is not settled.")
        return _reopen(work)

    return run(caller, Command("reopen", key, {}, version=version), body)


def _reopen(work: Work) -> Answer:
    work.session.settled = False
    _book_results(work, {})
    return {"settled": False}


def _book_results(work: Work, results: Mapping[int, int]) -> None:
    amounts = {books.person_code(number): amount for number, amount in results.items() if amount}
    books.bring_to(work.session.book, {f"game:{work.game.pk}": amounts}, what="result", submission=work.submission)


def _new_version(work: Work, bank: int | None) -> Answer:
    """Book the results, and freeze the payments that clear what is still open."""
    session, game = work.session, work.game
    unit, state = load_unit(game.unit), state_of(game)
    people = {participant.number: participant for participant in session.participants.all()}
    if bank is not None and bank not in people:
        raise Invalid("bank", "The bank must be one of the players.")
    results = results_of(game, state, unit)
    if any(abs(amount) > LIMIT for amount in results.values()):
        raise NotNow(f"A result is beyond {LIMIT} {unit.currency}: correct what the counters are worth, then settle.")
    _book_results(work, results)
    balances = books.session_balances(session)
    numbers, plan = plan_of(balances, bank)
    session.settlements += 1
    settlement = Settlement.objects.create(
        session=session,
        number=session.settlements,
        currency=unit.currency or "",
        bank=bank,
        least=plan.least and bank is None,
        payable=bool(results),
        summary={
            "results": sorted(results.items()),
            "paid": [[number, balances[number] - results.get(number, 0)] for number in numbers],
        },
        submission_id=work.submission,
    )
    _store_lines(settlement, people, numbers, plan)
    order_report(settlement, game)
    return {"settled": True, "version": settlement.number}


def _store_lines(settlement: Settlement, people: Mapping[int, Participant], numbers: Sequence[int], plan: Plan) -> None:
    SettlementLine.objects.bulk_create(
        SettlementLine(
            settlement=settlement,
            number=number,
            debtor=people[numbers[payment.debtor]],
            creditor=people[numbers[payment.creditor]],
            amount=payment.amount,
        )
        for number, payment in enumerate(plan.payments, 1)
    )


def pay(caller: Caller, line: int, amount: int, *, key: str, version: int) -> Answer:
    """Book that money was paid towards a line of the newest version, whole or in part.

    Raises :class:`Invalid` where more is paid than the line still asks for, :class:`NotNow` where the line belongs to
    an older version.
    """
    require(caller.link, "pay")

    def body(work: Work) -> Answer:
        asked = _present_line(work, line)
        rest = asked.amount - paid_of(asked)
        if not 0 < amount <= rest:
            raise Invalid("amount", f"Between 1 and {rest} is still to be paid here, so {amount} cannot be.")
        entry = books.post_payment(work.session, asked, amount, work.submission)
        payment = Payment.objects.create(line=asked, amount=amount, journal_entry=entry, submission_id=work.submission)
        return {"payment": str(payment.pk), "rest": rest - amount}

    return run(caller, Command("pay", key, {"line": line, "amount": amount}, version=version), body)


def take_back(caller: Caller, payment: UUID, *, key: str) -> Answer:
    """Book the contrary of a payment that was ticked by mistake. The request names it: a double tap undoes one.

    Raises :class:`NotNow` where it is taken back already or belongs to an older version, :class:`Invalid` where it
    is unknown.
    """
    require(caller.link, "take-back")

    def body(work: Work) -> Answer:
        made = Payment.objects.filter(pk=payment, line__settlement__session=work.session, takes_back=None).first()
        if made is None:
            raise Invalid("payment", "There is no such payment at this table.")
        if Payment.objects.filter(takes_back=made).exists():
            raise NotNow("That payment is taken back already.")
        line = _present_line(work, made.line_id)
        entry = books.post_payment(work.session, line, -made.amount, work.submission)
        Payment.objects.create(
            line=line, amount=made.amount, takes_back=made, journal_entry=entry, submission_id=work.submission
        )
        return {"taken_back": str(made.pk)}

    return run(caller, Command("take-back", key, {"payment": str(payment)}), body)


def _present_line(work: Work, line: int) -> SettlementLine:
    asked = (
        SettlementLine.objects.select_related("debtor", "creditor", "settlement")
        .filter(pk=line, settlement__session=work.session)
        .first()
    )
    if asked is None:
        raise Invalid("line", "There is no such payment at this table.")
    if not work.session.settled or asked.settlement.number != work.session.settlements:
        raise NotNow("That payment belongs to an older version. Look at the present one.")
    return asked
