"""What the page offers is exactly what the engine accepts, in a thousand random states."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random

import pytest

from games.rules.facts import (
    Card,
    Deal,
    Declaration,
    Finish,
    Flush,
    Join,
    Leave,
    Lost,
    Result,
    Seat,
    ThrownIn,
    Tricks,
    Unplayed,
)
from games.rules.offers import Offers, endings, offers, possible_endings, seat_offers
from games.rules.ruleset import RuleSet
from games.rules.state import GameState, Opening, start
from games.rules.step import step
from games.rules.violations import violations
from tests.rules.random_games import random_entry, random_opening, random_rules

STATES = 1000
WORDS: tuple[Declaration | None, ...] = (None, "stand", "miss", "defend")
OF_DECLARING = {"no-cards", "declared-all", "miss-refused", "defend-refused"}
Declared = tuple[tuple[Seat, Declaration], ...]
Known = dict[str, tuple[Seat, ...] | bool]


def random_state(rng: Random) -> GameState:
    """A table of two to five after a few entries."""
    players = rng.randrange(2, 6)
    state = start(random_rules(rng, changes=rng.choice((0, 0.5))), players, random_opening(rng, players))
    for _ in range(rng.randrange(4)):
        state, _ = step(state, random_entry(rng, state))
    return state


def random_known(rng: Random, state: GameState) -> Known:
    """What the page knows besides: who sits out or is barred, whether clubs were turned, whether it is a last round."""
    known: Known = {"clubs_turned": rng.random() < 0.3, "no_loos": rng.random() < 0.1}
    for field in ("sitting_out", "barred"):
        known[field] = tuple(seat for seat in state.seated if rng.random() < 0.1)
    return known


def random_declared(rng: Random, state: GameState) -> Declared:
    if rng.random() < 0.3:
        return ()
    words: list[Declaration] = ["stand", "stand", "stand", "miss", "defend"]
    return tuple((seat, rng.choice(words)) for seat in state.seated if rng.random() < rng.choice((0.3, 0.7, 1)))


def all_results(rng: Random, state: GameState) -> Iterator[Result]:
    """Every result that the seats allow to write down, of flushes and of tricks a sample."""
    seated = state.seated
    yield Lost()
    for seat in (None, *seated):
        yield Card(seat)
        yield Unplayed(seat)
    yield from (ThrownIn(seat) for seat in seated)
    yield from (Tricks((seat,) * state.rules.tricks) for seat in seated)
    yield from (Tricks(tuple(rng.choices(seated, k=state.rules.tricks))) for _ in range(6))
    for count in (0, 1, 2):
        for holders in permutations(seated, count):
            yield Flush(holders, tuple(seat for seat in seated if rng.random() < 0.1))


def is_offered(offered: Offers, result: Result) -> bool:
    """Whether the page would let this result be recorded."""
    match result:
        case Lost():
            return offered.result("lost").fits
        case Card(winner):
            line, named = offered.result("card"), [winner]
        case Unplayed(taker):
            line, named = offered.result("unplayed"), [taker]
        case ThrownIn(offender):
            line, named = offered.result("thrown_in"), [offender]
        case Tricks(winners):
            line, named = offered.result("tricks"), list(winners)
        case Flush(holders, exempt):
            line, named = offered.result("flush"), list(holders)
            if not holders or any(seat not in line.exempt or seat in holders for seat in exempt):
                return False
    return line.fits and all(line.nobody if seat is None else seat in line.players for seat in named)


def test_results_offered_are_exactly_those_accepted() -> None:
    rng = Random(20)
    accepted = refused = 0
    for _ in range(STATES):
        state = random_state(rng)
        known = random_known(rng, state)
        for declared in (random_declared(rng, state), random_declared(rng, state)):
            offered = offers(state, declared=declared, **known)  # type: ignore[arg-type]
            for result in all_results(rng, state):
                deal = Deal(result, declared=declared, **known)  # type: ignore[arg-type]
                fits = not violations(state, deal)
                assert is_offered(offered, result) == fits, (state, deal, violations(state, deal))
                accepted, refused = accepted + fits, refused + (not fits)

    assert accepted > STATES
    assert refused > STATES


def test_declarations_offered_are_exactly_those_that_can_be_accepted() -> None:
    rng = Random(21)
    offered_some = refused_some = 0
    for _ in range(STATES):
        state = random_state(rng)
        known = random_known(rng, state)
        if len(state.seated) > 4:
            continue
        right = right_declarations(state, known)
        so_far = random_declared(rng, state)[: rng.randrange(3)]
        offered = offers(state, declared=so_far, **known)  # type: ignore[arg-type]
        if offered.play != "declare":
            continue
        for seat, word in product(state.seated, ("stand", "miss", "defend")):
            wanted = {**dict(so_far), seat: word}
            can_be = any(wanted.items() <= complete.items() for complete in right)
            assert (word in offered.may_declare(seat)) == can_be, (state, known, wanted)
            offered_some, refused_some = offered_some + can_be, refused_some + (not can_be)

    assert offered_some > STATES
    assert refused_some > STATES


def right_declarations(state: GameState, known: Known) -> list[dict[Seat, Declaration]]:
    """Every map of declarations that nothing stands against, whatever the result."""
    maps = []
    for words in product(WORDS, repeat=len(state.seated)):
        declared = {seat: word for seat, word in zip(state.seated, words, strict=True) if word is not None}
        deal = Deal(Unplayed(None), declared=tuple(declared.items()), **known)  # type: ignore[arg-type]
        if not OF_DECLARING & {fault.code for fault in violations(state, deal)}:
            maps.append(declared)
    return maps


def test_forfeits_and_excuses_offered_are_exactly_those_accepted() -> None:
    rng = Random(22)
    tried = 0
    for _ in range(300):
        state = random_state(rng)
        declared = random_declared(rng, state)
        offered = offers(state, declared=declared)
        for result in all_results(rng, state):
            if not is_offered(offered, result):
                continue
            for seat in state.seated:
                forfeits = Deal(result, declared=declared, forfeits=(seat,))
                excused = Deal(result, declared=declared, excused=(seat,))
                assert (not violations(state, forfeits)) == may_forfeit(offered, result, seat)
                assert (not violations(state, excused)) == may_be_excused(offered, result, seat)
                tried += 1

    assert tried > 1000


def may_forfeit(offered: Offers, result: Result, seat: Seat) -> bool:
    match result:
        case Tricks():
            return seat in offered.result("tricks").forfeits
        case ThrownIn():
            return seat in offered.result("thrown_in").forfeits
        case Unplayed(taker):
            return seat == taker and seat in offered.result("unplayed").forfeits
    return False


def may_be_excused(offered: Offers, result: Result, seat: Seat) -> bool:
    return isinstance(result, Tricks) and seat in offered.result("tricks").excused and seat not in result.winners


def test_the_dealer_is_asked_what_he_does_against_a_lone_stander() -> None:
    peel = start(RuleSet.of("peel"), 5, Opening(12, looed=True))

    lone = offers(peel, declared=((2, "stand"),)).lone

    assert lone is not None
    assert (lone.stander, lone.choices) == (2, ("stand", "miss", "defend"))
    ((choice, reason),) = lone.refused
    assert choice == "concede"
    assert reason.text("ABCDE") == "The dealer, A, must play against C, who stands alone."


@pytest.mark.parametrize(
    ("preset", "choices"),
    [
        ("enquire-within", ("stand", "miss", "concede")),
        ("modern", ("stand", "defend")),
        ("peel-irish", ("stand", "concede")),
    ],
)
def test_the_answers_to_a_lone_stander_are_the_authors(preset: str, choices: tuple[str, ...]) -> None:
    lone = offers(start(RuleSet.of(preset), 4, Opening(12, looed=True)), declared=((3, "stand"),)).lone

    assert lone is not None
    assert lone.choices == choices


def test_what_is_not_allowed_says_why() -> None:
    offered = offers(start(RuleSet.of("peel"), 4))

    tricks, lost = offered.result("tricks"), offered.result("lost")
    assert offered.play == "card"
    assert tricks.reason is not None
    assert tricks.reason.text("ABCD").startswith("This deal is played by one exposed card each")
    assert lost.reason is not None
    assert lost.reason.code == "result-refused"


def test_the_pool_and_the_loo_are_told_before_anything_is_declared() -> None:
    offered = offers(start(RuleSet.of("britannica"), 5))

    assert offered.stakes == ((0, 6), (1, 3), (2, 3), (3, 3), (4, 3))
    assert (offered.pool, offered.loo) == (18, 18)


def test_endings_are_exactly_those_accepted() -> None:
    rng = Random(23)
    for _ in range(200):
        state = random_state(rng)
        for ending in endings(state):
            assert ending.fits == (not violations(state, Finish(ending.how)))
    assert possible_endings(start(RuleSet.of("peel"), 4)) == ("single", "division")


def test_seats_offered_are_exactly_those_accepted() -> None:
    rng = Random(24)
    for _ in range(200):
        state = random_state(rng)
        seats = seat_offers(state)
        away = set(state.order) - set(state.seated)
        assert set(seats.come_back) == {seat for seat in away if not violations(state, Join(seat, state.seated[-1]))}
        assert seats.join == (not violations(state, Join(len(state.balances), state.seated[-1])))
        assert set(seats.leave) == {seat for seat in state.seated if not violations(state, Leave(seat))}
        assert (seats.leave_reason is None) == bool(seats.leave)
