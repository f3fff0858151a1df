"""A whole game: the fold of ``step`` over its entries, what its file must come to, and the line that says so."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.rules.facts import Entry, Seat
from games.rules.filefaults import REPLAY_CODES, FileError, Unreadable, in_order
from games.rules.gamefile import After, Amounts, GameFile, read
from games.rules.refusal import Refused
from games.rules.ruleset import RuleSet
from games.rules.settlement import fewest_payments, redeem
from games.rules.state import GameState, Opening, start
from games.rules.step import Outcome, step
from games.rules.unit import Unit


def replay(
    rules: RuleSet, players: int, opening: Opening | None, entries: Iterable[Entry]
) -> tuple[GameState, list[Outcome]]:
    """The table after all entries, and what each came to. Raises Refused at the first that cannot be."""
    state, outcomes = start(rules, players, opening), []
    for entry in entries:
        state, outcome = step(state, entry)
        outcomes.append(outcome)
    return state, outcomes


@dataclass(frozen=True, slots=True)
class Settled:
    """What a game comes to, so far as it exists: money by seat number, and the fewest payments that clear it."""

    money: tuple[int, ...] | None = None
    payments: int | None = None


def results(state: GameState, unit: Unit) -> tuple[int, ...] | None:
    """What a game as it stands comes to for each seat: in minor units where there is money, else in base units.

    None where money lies on the table or was brought in from outside, for then there are no payments.
    """
    if state.brought_in or sum(state.balances):
        return None
    if unit.minor_units is None or unit.per is None:
        return state.balances
    in_order = redeem([state.balances[seat] for seat in state.order], unit.minor_units, unit.per)
    by_seat = dict(zip(state.order, in_order, strict=True))
    return tuple(by_seat.get(seat, 0) for seat in range(len(state.balances)))


def settle(state: GameState, unit: Unit) -> Settled:
    """The settlement of a game as it stands, so far as it exists."""
    amounts = results(state, unit)
    if amounts is None:
        return Settled()
    return Settled(amounts if unit.has_money else None, len(fewest_payments(amounts).payments))


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game file replayed: outcomes up to the first entry that cannot be, and all errors, in order."""

    game: GameFile
    state: GameState
    outcomes: tuple[Outcome, ...]
    settled: Settled
    errors: tuple[FileError, ...]


def replay_file(game: GameFile) -> Replayed:
    """Replay a game file and check whatever it says that its entries come to. A mismatch does not stop it."""
    state = start(game.rules, game.players, game.opening)
    outcomes: list[Outcome] = []
    errors: list[FileError] = []
    for number, line in enumerate(game.entries, start=1):
        try:
            state, outcome = step(state, line.entry)
        except Refused as refused:
            errors.extend(FileError(number, found.code, found.text(game.names)) for found in refused.violations)
            break
        outcomes.append(outcome)
        if line.after is not None and not _agrees(line.after, outcome):
            errors.extend(_mismatches(number, line.after, outcome))
    settled = Settled()
    if len(outcomes) == len(game.entries):
        settled = settle(state, game.unit)
        errors.extend(_settlement_errors(game, state, settled))
    return Replayed(game, state, tuple(outcomes), settled, in_order(errors, REPLAY_CODES))


def _agrees(after: After, outcome: Outcome) -> bool:
    """Whether one look shows that a full statement is right; where it does not, :func:`_mismatches` says why."""
    if (after.kind, after.kind_expected, after.pool, after.left, after.looed) != (
        outcome.kind,
        outcome.kind_expected,
        outcome.pool,
        outcome.left,
        outcome.looed,
    ):
        return False
    return after.net is not None and after.net == tuple([pair for pair in enumerate(outcome.net) if pair[1]])


def _mismatches(number: int, after: After, outcome: Outcome) -> Iterable[FileError]:
    for field in ("kind", "kind_expected", "pool", "left"):
        said, is_so = getattr(after, field), getattr(outcome, field)
        if said is not None and said != is_so:
            yield FileError(number, "after-mismatch", f"{field} is stated as {said} and comes to {is_so}")
    if after.net is not None and not _same(after.net, enumerate(outcome.net)):
        yield FileError(number, "after-mismatch", "net is not what the entry comes to")
    if after.looed is not None and dict(after.looed) != dict(outcome.looed):
        yield FileError(number, "after-mismatch", "looed is not what the entry comes to")


def _same(stated: Amounts, computed: Iterable[tuple[Seat, int]]) -> bool:
    """Whether two lists of amounts agree, players at 0 left out."""
    return {seat: amount for seat, amount in stated if amount} == {seat: amount for seat, amount in computed if amount}


def _settlement_errors(game: GameFile, state: GameState, settled: Settled) -> Iterable[FileError]:
    stated = game.settlement
    if stated is None:
        return
    if stated.balances is not None and not _same(stated.balances, enumerate(state.balances)):
        yield FileError(0, "settlement-mismatch", "the stated balances are not those after the last entry")
    if stated.money is not None:
        if settled.money is None:
            yield FileError(0, "settlement-refused", "this game comes to no money")
        elif not _same(stated.money, enumerate(settled.money)):
            yield FileError(0, "settlement-mismatch", "the stated money is not what the balances come to")
    if stated.payments is not None:
        if settled.payments is None:
            yield FileError(0, "settlement-refused", "this game has no payments")
        elif stated.payments != settled.payments:
            text = f"{stated.payments} payments are stated, and {settled.payments} are the fewest"
            yield FileError(0, "settlement-mismatch", text)


def after_to_json(outcome: Outcome, names: tuple[str, ...]) -> dict[str, Any]:
    """An outcome as the ``after`` of the game file; players at 0 left out of ``net``."""
    told: dict[str, Any] = {"kind": outcome.kind}
    if outcome.kind_expected is not None:
        told["kind_expected"] = outcome.kind_expected
    told["pool"] = outcome.pool
    told["net"] = {name: amount for name, amount in zip(names, outcome.net, strict=False) if amount}
    told["looed"] = {names[seat]: amount for seat, amount in outcome.looed}
    told["left"] = outcome.left
    return told


def settled_to_json(settled: Settled, names: tuple[str, ...]) -> dict[str, Any]:
    """A settlement as in the game file, so far as it exists."""
    told: dict[str, Any] = {}
    if settled.money is not None:
        told["money"] = dict(zip(names, settled.money, strict=True))
    if settled.payments is not None:
        told["payments"] = settled.payments
    return told


def told(replayed: Replayed) -> dict[str, Any]:
    """What a program that replays files prints of one game."""
    if replayed.errors:
        return {"errors": [error.to_json() for error in replayed.errors]}
    names = replayed.game.names
    return {
        "results": [after_to_json(outcome, names) for outcome in replayed.outcomes],
        "balances": dict(zip(names, replayed.state.balances, strict=True)),
        "settlement": settled_to_json(replayed.settled, names),
    }


_encode = json.JSONEncoder(ensure_ascii=False).encode


def line_of(raw: bytes) -> tuple[str, bool]:
    """The line to print for one game file, and whether it is as it should be.

    A file that expects an error is as it should be where its first error has that code.
    """
    try:
        game = read(raw)
    except Unreadable as unreadable:
        errors, expected = unreadable.errors, unreadable.expect_error
        printed: dict[str, Any] = {"errors": [error.to_json() for error in errors]}
    else:
        replayed = replay_file(game)
        errors, expected, printed = replayed.errors, game.expect_error, told(replayed)
    first = errors[0].code if errors else None
    return _encode(printed), first == expected
