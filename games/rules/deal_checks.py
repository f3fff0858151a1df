"""The faults of a deal, check by check, each a few lines of the game file ("Deals", "Reading strictly").

A check says all that it finds. Where the switches or the play do not allow a result at all, what else is wrong with an
unplayed pool is not said; and who has no cards is not told a second time that he passed.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.facts import Card, Deal, Flush, Lost, Seat, ThrownIn, Tricks, Unplayed
from games.rules.play import Layout
from games.rules.refusal import Violation, violation
from games.rules.ruleset import RuleSet
from games.rules.state import GameState


def deal_faults(state: GameState, laid: Layout) -> list[Violation]:
    """Every fault of a deal, in no particular order."""
    deal, rules = laid.deal, state.rules
    found: list[Violation] = []
    if not _plainly_seated(state, laid):
        unknown = _unknown(state, laid)
        if unknown:
            return [violation("player-unknown", "{players} does not sit at this table now.", players=unknown)]
        found.extend(_cards(laid))
    if len(laid.dealt_in) < 2 or not laid.active:
        found.append(_too_few(laid))
    if laid.play != "declare" or isinstance(deal.result, Lost) or len(laid.stood) < len(laid.declared):
        found.extend(_declared(rules, laid))
    elif "miss" in laid.declared.values():
        found.extend(_misses(rules, laid))
    reason = result_reason(rules, laid)
    if reason is not None:
        found.append(reason)
    found.extend(_result(rules, laid, refused=reason is not None))
    if deal.forfeits:
        found.extend(_forfeits(laid))
    if deal.excused:
        found.extend(_excused(laid))
    return found


def _plainly_seated(state: GameState, laid: Layout) -> bool:
    """Whether one look shows that everybody named sits here with cards, as in nearly every deal."""
    deal = laid.deal
    if deal.barred or deal.forfeits or deal.excused or deal.penalties or deal.sitting_out:
        return False
    if laid.dealt_in != state.seated or _taker(deal) not in (None, laid.dealer, *laid.active):
        return False
    return laid.dealer in laid.dealt_in and {*laid.declared, *named_in_result(deal)}.issubset(laid.active)


def named_in_result(deal: Deal) -> tuple[Seat, ...]:
    """Whom the result names, each of whom needs cards; the taker of an unplayed pool does not."""
    result = deal.result
    if isinstance(result, Tricks):
        return result.winners
    if isinstance(result, Card):
        return () if result.winner is None else (result.winner,)
    if isinstance(result, Flush):
        return result.holders + result.exempt
    return (result.offender,) if isinstance(result, ThrownIn) else ()


def _taker(deal: Deal) -> Seat | None:
    return deal.result.taker if isinstance(deal.result, Unplayed) else None


def _unknown(state: GameState, laid: Layout) -> tuple[Seat, ...]:
    deal, taker = laid.deal, _taker(laid.deal)
    named = {laid.dealer, *laid.dealt_in, *laid.declared, *named_in_result(deal)}
    if deal.barred or deal.forfeits or deal.excused or deal.penalties or deal.sitting_out:
        named.update(deal.barred, deal.forfeits, deal.excused, deal.sitting_out)
        named.update(penalty.player for penalty in deal.penalties)
    if taker is not None:
        named.add(taker)
    return tuple(sorted(named.difference(state.seated)))


def _too_few(laid: Layout) -> Violation:
    if len(laid.dealt_in) < 2:
        return violation("too-few-dealt-in", "A deal needs at least two players with cards.")
    return violation("too-few-dealt-in", "All who are dealt in are out of this deal by a penalty.")


def _cards(laid: Layout) -> Iterator[Violation]:
    deal, taker = laid.deal, _taker(laid.deal)
    needing = {*laid.declared, *named_in_result(deal), *deal.excused}
    needing.update(seat for seat in deal.forfeits if seat != taker)
    if taker is not None and taker in deal.barred:
        needing.add(taker)
    for seat in sorted(needing.difference(laid.active)):
        if seat in deal.barred:
            yield violation(
                "no-cards", "{player} is out of this deal by a penalty and can neither declare nor win.", player=seat
            )
        else:
            yield violation("no-cards", "{player} has no cards in this deal.", player=seat)
    for seat in deal.barred:
        if seat not in laid.dealt_in:
            yield violation(
                "no-cards", "{player} has no cards in this deal, so no penalty can put him out of it.", player=seat
            )


def result_reason(rules: RuleSet, laid: Layout) -> Violation | None:
    """Why the switches or the play of this deal do not allow its kind of result; None where they do."""
    result = laid.deal.result
    message = None
    if isinstance(result, Lost):
        if rules.misdeal_deal != "lost":
            message = "Under these rules a misdeal does not lose the deal: the same dealer deals again."
    elif isinstance(result, Card):
        if laid.play != "card":
            message = "This deal is played in tricks, not by one exposed card each."
    elif isinstance(result, Flush) and not rules.flush_cards:
        message = "Under these rules a flush does not take the pool."
    elif isinstance(result, ThrownIn) and rules.revoke != "thrown-in":
        message = "Under these rules a revoke is played again; the hands are not thrown in."
    elif laid.play == "card":
        message = "This deal is played by one exposed card each: say whose card took the pool, or that nobody's did."
    elif isinstance(result, Unplayed) and laid.play == "all-play" and len(laid.active) > 1:
        message = "All play in this deal, so the pool cannot go unplayed."
    elif isinstance(result, Flush) and rules.flush_cards == 3 and _plain_single(laid):
        message = "In a single that all play no trump is turned, so three trumps cannot take the pool."
    return None if message is None else violation("result-refused", message)


def _plain_single(laid: Layout) -> bool:
    return laid.kind == "single" and laid.play == "all-play" and laid.by_kind


def _declared(rules: RuleSet, laid: Layout) -> Iterator[Violation]:
    declared = laid.declared
    if isinstance(laid.deal.result, Lost):
        if declared:
            yield violation("declared-all", "The dealer lost this deal before anybody could declare.")
        return
    if laid.play != "declare":
        missing = tuple(seat for seat in laid.active if seat not in declared)
        if missing:
            yield violation("declared-all", "All stand in this deal, so {players} cannot have passed.", players=missing)
    if "miss" in declared.values():
        yield from _misses(rules, laid)
    if "defend" in declared.values():
        yield from _defence(rules, laid)


def _misses(rules: RuleSet, laid: Layout) -> Iterator[Violation]:
    misses = tuple(seat for seat, declaration in laid.declared.items() if declaration == "miss")
    if laid.play == "card" or (laid.play == "all-play" and not (laid.by_kind and rules.single_miss)):
        yield violation("miss-refused", "No miss is dealt where all stand.")
    elif not rules.miss:
        yield violation("miss-refused", "No miss is dealt under these rules.")
    if len(misses) > 1:
        yield violation("miss-refused", "There is only one miss, but {players} took it.", players=misses)
    if laid.dealer in misses and laid.lone_stander is not None and "miss" not in rules.lone_stander:
        yield violation(
            "miss-refused",
            "Against {player} alone the dealer, {dealer}, may not take the miss for himself.",
            player=laid.lone_stander,
            dealer=laid.dealer,
        )


def _defence(rules: RuleSet, laid: Layout) -> Iterator[Violation]:
    if laid.play != "declare":
        yield violation("defend-refused", "Where all stand nobody plays the miss for the pool.")
        return
    for seat, declaration in laid.declared.items():
        if declaration == "defend" and seat != laid.dealer:
            yield violation(
                "defend-refused",
                "Only the dealer, {dealer}, may play the miss for the pool, not {player}.",
                dealer=laid.dealer,
                player=seat,
            )
    if "defend" not in rules.lone_stander:
        yield violation("defend-refused", "Under these rules the miss is not played for the pool.")
    if laid.declared.get(laid.dealer) == "defend" and laid.lone_stander is None:
        yield violation("defend-refused", "The pool is defended only against one player who stands on his own cards.")


def _result(rules: RuleSet, laid: Layout, *, refused: bool) -> Iterator[Violation]:
    result = laid.deal.result
    if isinstance(result, Tricks):
        yield from _tricks(rules, laid, result)
    elif isinstance(result, Unplayed):
        if not refused:
            yield from _unplayed(rules, laid, result)
    elif isinstance(result, Flush):
        yield from _flush(rules, laid, result)
    elif isinstance(result, ThrownIn):
        yield from _enough_standing(laid)
        if result.offender in laid.active and result.offender not in laid.declared:
            yield violation("thrown-in-offender", "{player} passed, so he cannot have revoked.", player=result.offender)


def _enough_standing(laid: Layout) -> Iterator[Violation]:
    if len(laid.declared) < 2:
        yield violation("too-few-standing", "With fewer than two who declared the deal is not played.")


def _tricks(rules: RuleSet, laid: Layout, result: Tricks) -> Iterator[Violation]:
    if len(result.winners) != rules.tricks:
        yield violation(
            "tricks-count",
            "A deal has {tricks} tricks, but {count} are won.",
            tricks=rules.tricks,
            count=len(result.winners),
        )
    yield from _enough_standing(laid)
    for seat in dict.fromkeys(result.winners):
        if seat not in laid.declared and seat in laid.active:
            yield violation("tricks-winner", "{player} passed, so he cannot win a trick.", player=seat)


def must_oppose(rules: RuleSet, laid: Layout) -> bool:
    """Whether the only one to declare must be opposed by the dealer, so that the pool cannot be his unplayed (Q09)."""
    (seat,) = laid.declared
    unopposed = (
        laid.declared[seat] == "miss" or seat == laid.dealer or not laid.dealer_plays or "concede" in rules.lone_stander
    )
    return not unopposed


def rightful_taker(rules: RuleSet, laid: Layout) -> Seat | None:
    """Who takes a pool that is not played for; None where it stays (P11, P13, Q07, Q42). At most one declared."""
    if laid.declared:
        return next(iter(laid.declared))
    return laid.dealer if rules.unclaimed == "dealer" and laid.dealer not in laid.deal.barred else None


def _unplayed(rules: RuleSet, laid: Layout, result: Unplayed) -> Iterator[Violation]:
    if len(laid.declared) > 1:
        yield violation(
            "unplayed-opposed", "{players} all declared, so the pool is played for.", players=tuple(laid.declared)
        )
    elif laid.declared and must_oppose(rules, laid):
        yield violation(
            "unplayed-opposed",
            "The dealer, {dealer}, must play against {player}, who stands alone.",
            dealer=laid.dealer,
            player=next(iter(laid.declared)),
        )
    else:
        rightful = rightful_taker(rules, laid)
        if result.taker != rightful:
            if rightful is None:
                yield violation("unplayed-taker", "Nobody takes this pool: it stays on the table.")
            else:
                yield violation("unplayed-taker", "The pool that is not played for goes to {player}.", player=rightful)


def _flush(rules: RuleSet, laid: Layout, result: Flush) -> Iterator[Violation]:
    if not result.holders:
        yield violation("flush-holder", "Somebody must hold the flush.")
    for seat in result.holders:
        if seat in result.exempt:
            yield violation("flush-holder", "{player} holds the flush and is not exempt as well.", player=seat)
        elif laid.declared.get(seat) == "defend":
            yield violation("flush-holder", "{player} defends the pool and cannot take it.", player=seat)
        elif rules.flush_payers == "standing" and seat in laid.active and seat not in laid.declared:
            yield violation("flush-holder", "{player} passed, so he cannot hold the flush.", player=seat)


def _forfeits(laid: Layout) -> Iterator[Violation]:
    deal = laid.deal
    if not isinstance(deal.result, (Tricks, Unplayed, ThrownIn)):
        yield violation("forfeits-refused", "With this result nobody can forfeit his part of the pool.")
        return
    taker = _taker(deal)
    for seat in deal.forfeits:
        if seat in laid.active and seat not in laid.stood and seat != taker:
            yield violation(
                "forfeits-refused", "{player} draws nothing anyway, so he has nothing to forfeit.", player=seat
            )


def _excused(laid: Layout) -> Iterator[Violation]:
    deal = laid.deal
    if not isinstance(deal.result, Tricks):
        yield violation("excused-refused", "Only where tricks were played can a player be excused from his loo.")
        return
    for seat in deal.excused:
        if seat in laid.active and (seat not in laid.stood or seat in deal.result.winners):
            yield violation("excused-refused", "{player} is not looed, so there is nothing to excuse.", player=seat)
