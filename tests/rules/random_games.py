"""Random rules, tables and entries that the engine accepts, for properties and for measuring speed."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from games.rules.facts import (
    Adjust,
    Card,
    Deal,
    Declaration,
    Entry,
    Finish,
    Flush,
    Join,
    Leave,
    Lost,
    Penalty,
    Result,
    Seat,
    ThrownIn,
    Tricks,
    Unplayed,
)
from games.rules.offers import RESULT_KINDS, ResultKind, possible_endings
from games.rules.play import Layout, lay_out
from games.rules.presets import PRESETS
from games.rules.ruleset import CHOICES_OF_WORDS, FLAGS, LONE_ANSWERS, RuleSet, check_rules
from games.rules.state import GameState, Opening
from games.rules.violations import violations

PRESET_NAMES = tuple(PRESETS)


def random_rules(rng: Random, preset: str | None = None, changes: float = 0.3) -> RuleSet:
    """A preset with each switch changed with a chance of ``changes``; never a contradiction."""
    name = preset or rng.choice(PRESET_NAMES)
    while True:
        overrides = {switch: _value(rng, switch) for switch in PRESETS[name].switches if rng.random() < changes}
        if not check_rules(name, overrides):
            return RuleSet.of(name, **overrides)


def _value(rng: Random, switch: str) -> Any:
    if switch in CHOICES_OF_WORDS:
        return rng.choice(CHOICES_OF_WORDS[switch])
    if switch in FLAGS:
        return rng.random() < 0.5
    if switch == "lone_stander":
        return frozenset(answer for answer in LONE_ANSWERS if rng.random() < 0.5)
    choices = {"tricks": (3, 5), "dealer_fresh_stakes": (1, 2), "flush_cards": (0, 3, 5)}
    if switch in choices:
        return rng.choice(choices[switch])
    if switch == "dealer_stands_out_above":
        # Not 1: two players could then never deal.
        return rng.choice((0, 2, 3, 4, 5, 6))
    return (
        rng.choice((1, 2, 3, 5, 7, 9, 10, 21, 100))
        if switch in ("stake", "loo_amount", "single_loo")
        else rng.randrange(40)
    )


def random_opening(rng: Random, players: int) -> Opening | None:
    """An opening of any of the kinds that a file can have."""
    shape = rng.randrange(4)
    if shape == 0:
        return None
    pool = rng.choice((0, 1, 12, 30, 77))
    looed = pool > 0 and rng.random() < 0.7
    last_dealer = rng.choice((None, rng.randrange(players)))
    if shape == 1:
        return Opening(pool, looed, last_dealer)
    balances = [rng.randrange(-50, 50) for _ in range(players - 1)]
    return Opening(pool, looed, last_dealer, (*balances, -pool - sum(balances)))


def random_deal(rng: Random, state: GameState, wanted: ResultKind | None = None) -> Deal:
    """A deal that the engine accepts, with the wanted kind of result where that can be."""
    kinds = list(RESULT_KINDS)
    rng.shuffle(kinds)
    if wanted is not None:
        kinds.remove(wanted)
    for attempt in range(60):
        # The last tries are plain deals, of which some always fits.
        seen = _circumstances(rng, state) if attempt < 40 else Deal(Unplayed(None))
        if wanted == "card" and attempt % 2:
            seen = replace(seen, kind="single", no_loos=False)
        laid = lay_out(state, seen)
        declared = _declared(rng, state, laid)
        order = kinds if wanted is None else [wanted] if attempt < 30 else [wanted, *kinds]
        for kind in order:
            deal = _with_result(rng, state, laid, declared, kind)
            if deal is not None and not violations(state, deal):
                return deal
    raise AssertionError(f"no deal found in {state}")


def _circumstances(rng: Random, state: GameState) -> Deal:
    seated = list(state.seated)
    sitting_out = tuple(rng.sample(seated, rng.randrange(len(seated) - 1))) if rng.random() < 0.15 else ()
    barred = tuple(rng.sample(seated, rng.randrange(1, len(seated)))) if rng.random() < 0.1 else ()
    return Deal(
        Unplayed(None),
        dealer=rng.choice(seated) if rng.random() < 0.2 else None,
        kind=rng.choice(("single", "double")) if rng.random() < 0.1 else None,
        sitting_out=sitting_out,
        barred=tuple(seat for seat in barred if seat not in sitting_out),
        clubs_turned=rng.random() < 0.3,
        penalties=tuple(_penalty(rng, state) for _ in range(rng.choice((0, 0, 0, 0, 1, 2)))),
        no_loos=rng.random() < 0.08,
    )


def _penalty(rng: Random, state: GameState) -> Penalty:
    fault = rng.choice(("misdeal", "looked-early", "told a joke"))
    return Penalty(rng.choice(state.seated), fault, rng.randrange(1, 20), rng.choice(("current", "next")))


def _declared(rng: Random, state: GameState, laid: Layout) -> tuple[tuple[Seat, Declaration], ...]:
    """Plausible declarations; not all of them are right."""
    if laid.play != "declare":
        taker = rng.choice(laid.active) if laid.active and state.rules.single_miss and rng.random() < 0.3 else None
        return tuple((seat, "miss" if seat == taker else "stand") for seat in laid.active)
    shape = rng.random()
    others = [seat for seat in laid.active if seat != laid.dealer]
    declared: dict[Seat, Declaration] = {}
    if shape < 0.1:
        return ()
    if shape < 0.45 and others:
        declared[rng.choice(others)] = rng.choice(("stand", "stand", "miss"))
        if shape > 0.2 and laid.dealer_plays:
            declared[laid.dealer] = rng.choice(("stand", "miss", "defend"))
    elif laid.active:
        for seat in rng.sample(laid.active, rng.randrange(1, len(laid.active) + 1)):
            declared[seat] = "stand"
        if state.rules.miss and rng.random() < 0.4:
            declared[rng.choice(list(declared))] = "miss"
    return tuple(declared.items())


def _with_result(
    rng: Random, state: GameState, laid: Layout, declared: tuple[tuple[Seat, Declaration], ...], kind: ResultKind
) -> Deal | None:
    named = [seat for seat, _ in declared]
    stood = [seat for seat, declaration in declared if declaration != "defend"]
    result = random_result(rng, state, laid, named, kind)
    if result is None:
        return None
    forfeits: tuple[Seat, ...] = ()
    excused: tuple[Seat, ...] = ()
    if stood and kind in ("tricks", "thrown_in", "unplayed") and rng.random() < 0.15:
        forfeits = (rng.choice(stood),)
    if isinstance(result, Tricks) and rng.random() < 0.2:
        excused = tuple(seat for seat in stood if seat not in result.winners and rng.random() < 0.5)
    if rng.random() < 0.5 and laid.play != "declare" and all(word == "stand" for _, word in declared):
        declared = ()
    return replace(
        laid.deal,
        result=result,
        declared=() if isinstance(result, Lost) else declared,
        forfeits=forfeits,
        excused=excused,
    )


def random_result(rng: Random, state: GameState, laid: Layout, declared: list[Seat], kind: ResultKind) -> Result | None:
    """A result of a kind that names players who might be right; None where there is nobody to name."""
    active = list(laid.active)
    if kind == "card":
        return Card(rng.choice((None, *active)))
    if kind == "unplayed":
        return Unplayed(rng.choice((None, laid.dealer, *declared)))
    if kind == "lost":
        return Lost()
    if kind == "flush":
        if not active:
            return None
        holders = rng.sample(active, rng.choice((1, 1, min(2, len(active)))))
        return Flush(tuple(holders), tuple(seat for seat in active if seat not in holders and rng.random() < 0.2))
    if not declared:
        return None
    if kind == "thrown_in":
        return ThrownIn(rng.choice(declared))
    return Tricks(tuple(rng.choice(declared) for _ in range(state.rules.tricks)))


def random_join(rng: Random, state: GameState) -> Join | None:
    """Somebody new, or one who comes back; None where nobody can join."""
    away = [seat for seat in state.order if seat not in state.seated]
    player = rng.choice(away) if away and rng.random() < 0.5 else len(state.balances)
    join = Join(player, rng.choice(state.seated))
    return None if violations(state, join) else join


def random_leave(rng: Random, state: GameState) -> Leave | None:
    """One who sits leaves; None where only two are left."""
    return Leave(rng.choice(state.seated)) if len(state.seated) > 2 else None


def random_adjust(rng: Random, state: GameState) -> Adjust:
    """Money moved by agreement, never more than lies on the table."""
    seats = rng.sample(range(len(state.balances)), rng.randrange(1, len(state.balances) + 1))
    net = [(seat, rng.randrange(-20, 10)) for seat in seats]
    while sum(amount for _, amount in net) > state.table or not any(amount for _, amount in net):
        net = [(seat, amount - 1) for seat, amount in net]
    return Adjust(tuple(net), "bowl counted")


def random_finish(rng: Random, state: GameState) -> Finish:
    """One of the ways to finish now."""
    return Finish(rng.choice(possible_endings(state)))


def random_entry(rng: Random, state: GameState) -> Entry:
    """Any entry but the last: mostly deals."""
    chance = rng.random()
    entry: Entry | None = None
    if chance < 0.05:
        entry = random_join(rng, state)
    elif chance < 0.1:
        entry = random_leave(rng, state)
    elif chance < 0.15:
        entry = random_adjust(rng, state)
    return entry or random_deal(rng, state)
