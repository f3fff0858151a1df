"""Random bookings, good and bad, against a plain dictionary that does the same."""

import random
from collections import Counter

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts import checks, journal
from accounts.models import AMOUNT_LIMIT, JournalEntry

CODES = [f"seat:{number}" for number in range(6)]
SUBJECTS = ["entry:1", "entry:2", "entry:3"]

amounts = st.one_of(st.integers(-5, 5), st.integers(-(2 * AMOUNT_LIMIT), 2 * AMOUNT_LIMIT))
free = st.dictionaries(st.sampled_from([*CODES, "seat:none"]), amounts, max_size=6)


@st.composite
def balanced(draw: st.DrawFn) -> dict[str, int]:
    """Amounts that sum to 0, with a chance to be over the limit."""
    moved = draw(st.dictionaries(st.sampled_from(CODES[1:]), amounts, min_size=1, max_size=5))
    return {**moved, CODES[0]: -sum(moved.values())}


bookings = st.lists(st.lists(st.tuples(st.sampled_from(SUBJECTS), st.one_of(balanced(), free)), max_size=3), max_size=8)


def _possible(moved: dict[str, int]) -> bool:
    return (
        any(moved.values())
        and sum(moved.values()) == 0
        and all(abs(amount) <= AMOUNT_LIMIT for amount in moved.values())
        and all(code in CODES for code, amount in moved.items() if amount)
    )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(bookings)
def test_the_journal_does_what_a_dictionary_does(db: None, batches: list[list[tuple[str, dict[str, int]]]]) -> None:
    with transaction.atomic():
        book = journal.open_book("counter", CODES)
        balances: Counter[str] = Counter()
        booked: dict[str, Counter[str]] = {subject: Counter() for subject in SUBJECTS}
        entries = 0
        for batch in batches:
            lines = [journal.Line(subject, "deal", moved) for subject, moved in batch]
            if not all(_possible(moved) for _, moved in batch):
                with pytest.raises(journal.JournalError):
                    journal.post_all(book, lines)
                continue
            journal.post_all(book, lines)
            entries += len(lines)
            for subject, moved in batch:
                balances.update(moved)
                booked[subject].update(moved)

        assert journal.balances(book) == {code: balances[code] for code in CODES}
        assert journal.booked_for(book, SUBJECTS) == {
            subject: wanted for subject, sums in booked.items() if (wanted := _without_zeros(sums))
        }
        assert [entry.number for entry in journal.history(book)] == list(range(1, entries + 1))
        assert checks.check_book(book) == []
        transaction.set_rollback(True)


def _without_zeros(sums: Counter[str]) -> dict[str, int]:
    return {code: amount for code, amount in sums.items() if amount}


def test_threads_that_book_at_once_leave_no_gap_and_no_twin(committed_db: str) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from django.db import connection

    book = journal.open_book("counter", CODES)

    def write(seed: int) -> None:
        choose = random.Random(seed)
        try:
            for _ in range(10):
                getter, payer = choose.sample(CODES, 2)
                with transaction.atomic():
                    journal.post(book, {getter: 2, payer: -2}, subject="entry:1", what="deal")
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))

    assert list(range(1, 41)) == list(JournalEntry.objects.order_by("number").values_list("number", flat=True))
    assert checks.check_book(book) == []
