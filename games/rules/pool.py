"""The one place where a pool is cut, and the one measure of a loo.

Recording, preview, report and import all come here: nothing else in the project divides money.
"""

from __future__ import annotations

from games.rules.facts import Kind
from games.rules.ruleset import RuleSet


def split_pool(pool: int, parts: int, remainder: str) -> tuple[tuple[int, ...], int]:
    """A pool cut into equal parts, and what will not divide (P15, Q03, Q15).

    With ``first-tricks`` the odd units go one each to the earliest parts and nothing stays; with ``carry`` they stay
    on the table.

    >>> split_pool(8, 3, "first-tricks")
    ((3, 3, 2), 0)
    >>> split_pool(8, 3, "carry")
    ((2, 2, 2), 2)

    Raises ValueError where there are no parts or the pool is below 0.
    """
    if parts < 1 or pool < 0:
        raise ValueError(f"a pool of {pool} cannot be cut into {parts} parts")
    share, odd = divmod(pool, parts)
    if remainder == "carry":
        return (share,) * parts, odd
    return (share + 1,) * odd + (share,) * (parts - odd), 0


def loo_amount(rules: RuleSet, kind: Kind, pool: int) -> int:
    """What one looed player pays, in base units, after a pool of this kind was played for (Q01, Q02, Q17)."""
    if rules.loo == "limited":
        return rules.single_loo if kind == "single" else rules.loo_amount
    measured = pool if rules.loo == "unlimited" else min(pool, rules.loo_cap)
    return max(measured, rules.loo_floor)
