"""The CSV of a report: a row a deal (and each other entry), a column a player, then results and payments.

Numbers are plain: whole base units, money with its decimals, a minus sign of ASCII. ``settled`` rows hold what is
asked of each player: a payment stands in its two columns with the signs that bring both to 0.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping

from games.reports.isolate import without_isolates
from games.reports.rows import EntryRow, Report
from games.rules.unit import minor_digits

FIXED = ("row", "number", "deal", "kind", "dealer", "pool", "left", "unit", "what happened", "note")
"""The columns before those of the players."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "|", "%")


def csv_of(report: Report) -> bytes:
    """The file, in UTF-8 with a byte order mark, which spreadsheets want."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([*FIXED, *(harmless(player.name) for player in report.players)])
    for row in _rows(report):
        writer.writerow(row)
    return text.getvalue().encode("utf-8-sig", "replace")


def harmless(text: str) -> str:
    """Text that no spreadsheet takes for a formula: with an apostrophe before what begins like one."""
    plain = without_isolates(text)
    return f"'{plain}" if plain.lstrip().startswith(_FORMULA) else plain


def _rows(report: Report) -> Iterator[list[object]]:
    unit = harmless(report.unit.name)
    money = harmless(report.currency) or unit
    seats = [player.seat for player in report.players]
    if any(report.opening) or report.opening_pool:
        yield [
            "opening",
            "",
            "",
            "",
            "",
            "",
            report.opening_pool,
            unit,
            "",
            "",
            *(report.opening[seat] for seat in seats),
        ]
    for entry in report.entries:
        yield [*_fixed(report, entry, unit), *(entry.net[seat] for seat in seats)]
    balances = [player.balance for player in report.players]
    yield ["balance", "", "", "", "", "", report.left, unit, "", "", *balances]
    if all(player.money is not None for player in report.players):
        amounts = [decimal(player.money or 0, report.currency) for player in report.players]
        yield ["money", "", "", "", "", "", "", money, "", "", *amounts]
    for number, payment in enumerate(report.payments, 1):
        moved = {payment.debtor_seat: payment.amount, payment.creditor_seat: -payment.amount}
        words = harmless(f"{payment.debtor} pays {payment.creditor}")
        yield ["payment", number, "", "", "", "", "", money, words, "", *_moved(moved, seats, report.currency)]


def _fixed(report: Report, entry: EntryRow, unit: str) -> list[object]:
    dealer = "" if entry.dealer is None else harmless(report.names[entry.dealer])
    kind = "entry" if entry.deal is None else "deal"
    words, note = harmless(entry.words), harmless(entry.note)
    return [kind, entry.rank, entry.deal or "", entry.kind, dealer, entry.pool, entry.left, unit, words, note]


def _moved(moved: Mapping[int, int], seats: list[int], currency: str) -> list[str]:
    return [decimal(moved[seat], currency) if seat in moved else "" for seat in seats]


def decimal(amount: int, currency: str) -> str:
    """An amount in minor units of a currency with its decimals; without a currency, in base units, as it is."""
    digits = minor_digits(currency)
    whole, fraction = divmod(abs(amount), 10**digits)
    return ("-" if amount < 0 else "") + (f"{whole}.{fraction:0{digits}d}" if digits else f"{whole}")
