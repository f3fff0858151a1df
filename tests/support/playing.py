"""Keeping a worked game through the pages, tap by tap, as a person at the table would.

It works on anything with buttons: a browser under a finger, or a phone without JavaScript. After every entry the
balances and what is left on the table, as the page shows them, are compared with the file's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol

from games.rules import facts
from games.rules.facts import Seat
from games.rules.gamefile import GameFile
from games.rules.play import lay_out, next_dealer
from games.rules.presets import PRESETS
from games.rules.state import GameState, start
from games.rules.step import step
from games.rules.unit import Unit


class Pages(Protocol):
    """What a person does to pages. Buttons are known by their id or value, links by their id, fields by their name."""

    def has(self, button: str) -> bool: ...
    def press(self, button: str) -> object: ...
    def follow(self, link: str) -> None: ...
    def open_part(self, part: str) -> None: ...
    def choose(self, name: str, value: str) -> None: ...
    def type(self, name: str, text: str) -> None: ...
    def tick(self, name: str, *, on: bool) -> None: ...
    @property
    def html(self) -> str: ...


def start_of(game: GameFile) -> GameState:
    """The state of a game file before its first entry."""
    return start(game.rules, game.players, game.opening)


def play(pages: Pages, game: GameFile) -> GameState:
    """Enter every entry of a game file and compare each with what the file states; returns the last state."""
    state = start_of(game)
    for line in game.entries:
        Entering(pages, state, game).enter(line.entry)
        state, outcome = step(state, line.entry)
        if line.after is not None and line.after.net is not None:
            assert {seat: amount for seat, amount in enumerate(outcome.net) if amount} == dict(line.after.net)
        assert line.after is None or line.after.left in (None, outcome.left)
        assert_shown(pages, state, game.unit)
    return state


def assert_shown(pages: Pages, state: GameState, unit: Unit) -> None:
    """The page shows these balances and this much on the table."""
    shown = re.findall(r'(?:balance </span>)<span class="n">([^<]*)</span>', pages.html)
    assert shown == [unit.signed_short(state.balances[seat]) for seat in state.seated]
    left = re.search(r'data-left="(\d+)"', pages.html)
    assert left is not None
    assert int(left[1]) == state.table


class Entering:
    """Enters one entry in a state."""

    def __init__(self, pages: Pages, state: GameState, game: GameFile) -> None:
        self.pages, self.state, self.game = pages, state, game

    def enter(self, entry: facts.Entry) -> None:
        """Tap an entry in and confirm it."""
        pages = self.pages
        match entry:
            case facts.Deal():
                self.deal(entry)
            case facts.Join(player, after):
                pages.follow("more")
                part = "come-back" if player in self.state.order else "join"
                pages.open_part(part)
                if part == "join":
                    pages.type("name", self.game.names[player])
                pages.choose("beside" if part == "come-back" else "after", str(after))
                pages.press(f"back:{player}" if part == "come-back" else "join-now")
            case facts.Leave(player):
                pages.follow("more")
                pages.open_part("leave")
                pages.press(f"leave:{player}")
            case facts.Adjust(net, reason):
                self.adjust(net, reason)
            case facts.Finish(how):
                pages.follow("more")
                pages.follow("finish")
                pages.press(f"finish-{how}")

    def adjust(self, net: tuple[tuple[Seat, int], ...], reason: str) -> None:
        """Counters moved by agreement."""
        self.pages.follow("more")
        self.pages.follow("adjust")
        self.pages.type("reason", reason)
        for seat, amount in net:
            self.pages.choose(f"p{seat}-way", "down" if amount < 0 else "up")
            self.amount(f"p{seat}", abs(amount))
        self.pages.press("book-adjust")

    def amount(self, name: str, amount: int) -> None:
        """Type an amount in the units of the game."""
        big, small = self.game.unit.parts(amount)
        if self.game.unit.big_worth is not None:
            self.pages.type(f"{name}-big", str(big))
        self.pages.type(name, str(small))

    def deal(self, deal: facts.Deal) -> None:
        """A deal: what is known before it, its result, and the confirmation."""
        laid = lay_out(self.state, deal)
        declares = laid.play == "declare"
        if laid.dealer != next_dealer(self.state):
            self.by_more("dealer", f"dealer:{laid.dealer}")
        for seat in deal.sitting_out:
            self.by_more("sits-out", f"out:{seat}")
        if deal.clubs_turned:
            self.by_more("", "clubs:1")
        if deal.no_loos:
            self.by_more("", "last-round:1")
        for line in deal.penalties:
            self.penalty(line, deal)
        miss = next((seat for seat, how in deal.declared if how == "miss"), None)
        if miss is not None:
            self.by_more("miss", f"miss:{miss}")
        self.result(deal, laid.declared if declares else {}, laid.dealer)
        self.pages.press("confirm")

    def by_more(self, part: str, button: str) -> None:
        """Something behind More."""
        self.pages.follow("more")
        if part:
            self.pages.open_part(part)
        self.pages.press(button)

    def penalty(self, line: facts.Penalty, deal: facts.Deal) -> None:
        """A penalty, with what the page has prefilled put right where the table had it otherwise."""
        pages = self.pages
        pages.follow("more")
        pages.follow("penalty")
        pages.choose("who", str(line.player))
        preset = PRESETS[self.state.rules.preset]
        known = line.fault in {penalty.fault for penalty in preset.penalties}
        pages.choose("fault", line.fault if known else "other")
        if not known:
            pages.type("other", line.fault)
        self.amount("amount", line.amount)
        pages.choose("to", line.to)
        for field in ("forfeits", "excused", "barred"):
            pages.tick(field, on=line.player in getattr(deal, field))
        pages.press("add-penalty")

    def result(self, deal: facts.Deal, declared: Mapping[Seat, str], dealer: Seat) -> None:
        """Tap the result in."""
        pages = self.pages
        match deal.result:
            case facts.Card(winner):
                pages.press("nobody:1" if winner is None else f"win:{winner}")
            case facts.Tricks(winners):
                for winner in winners:
                    pages.press(f"win:{winner}")
                self.stood(declared, winners)
                if pages.has("lone:own") or pages.has("lone:pool"):
                    pages.press("lone:pool" if declared[dealer] == "defend" else "lone:own")
            case facts.Unplayed(taker):
                self.special("unplayed")
                if declared:
                    pages.press(f"win:{taker}")
            case facts.Flush():
                self.flush(deal.result, declared)
            case facts.ThrownIn(offender):
                self.special("thrown_in")
                if f'name="h" value="{offender}"' not in pages.html:
                    pages.press(f"win:{offender}")
                self.stood(declared, (offender,))
            case facts.Lost():
                self.special("lost")

    def flush(self, flush: facts.Flush, declared: Mapping[Seat, str]) -> None:
        """Its holders, who stood where that matters, and who pays nothing."""
        self.special("flush")
        for holder in flush.holders:
            self.pages.press(f"win:{holder}")
        if self.state.rules.flush_payers == "standing":
            self.stood(declared, flush.holders)
        for seat in flush.exempt:
            self.pages.press(f"exempt:{seat}")

    def special(self, result: str) -> None:
        """Another result than tricks, unless the penalty has proposed it already."""
        if f'data-mode="{result}"' not in self.pages.html:
            self.by_more("", f"result:{result}")

    def stood(self, declared: Mapping[Seat, str], named: tuple[Seat, ...]) -> None:
        """Mark those who stood and are not named yet; a defender is not looed, and a miss without a trick shows."""
        for seat, how in declared.items():
            if seat not in named and how == "stand":
                self.pages.press(f"loo:{seat}")
