"""Everything that stands against an entry, without recording it."""

from __future__ import annotations

from games.rules.facts import Entry
from games.rules.refusal import CODES, LIMIT, MAX_NAMES, MAX_SEATED, Refused, Violation
from games.rules.state import GameState
from games.rules.step import step

__all__ = ["CODES", "LIMIT", "MAX_NAMES", "MAX_SEATED", "Refused", "Violation", "violations"]


def violations(state: GameState, entry: Entry) -> tuple[Violation, ...]:
    """Every fault of an entry, in the order of the game file; empty where :func:`games.rules.step.step` takes it."""
    try:
        step(state, entry)
    except Refused as refused:
        return refused.violations
    return ()
