"""Deals a second of the whole of ``replay -``: a process that reads JSON lines and prints JSON lines, on one core.

``python -m tests.bench.replay_bench [GAMES] [--floor DEALS_A_SECOND]`` makes games of all presets, mixed, with the
rarer entries, results and penalties among them, and exits 1 below the floor.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from random import Random

from games.rules.facts import Deal, Entry
from games.rules.filewriter import write
from games.rules.gamefile import FileEntry, GameFile
from games.rules.play import resolve
from games.rules.ruleset import RuleSet
from games.rules.state import start
from games.rules.step import step
from games.rules.unit import Unit
from tests.rules.random_games import PRESET_NAMES, random_entry, random_finish, random_opening

DEALS_A_GAME = 40
NAMES = ("Ada", "Béla", "Chloë", "Dmitri", "Eve", "Fergus", "Gudrun", "Hugo", "Iris", "Jun", "Kofi", "Łukasz")


def mixed_game(seed: int) -> tuple[str, int]:
    """One game as a line of JSON, and how many deals it has. The preset goes round with the seed."""
    rng = Random(seed)
    rules = RuleSet.of(PRESET_NAMES[seed % len(PRESET_NAMES)])
    players = rng.randrange(4, 9)
    opening = random_opening(rng, players)
    state = start(rules, players, opening)
    entries: list[Entry] = []
    while state.deals < DEALS_A_GAME:
        entry = random_entry(rng, state)
        if len(state.balances) >= len(NAMES) and not isinstance(entry, Deal):
            continue
        entry = resolve(state, entry) if isinstance(entry, Deal) else entry
        entries.append(entry)
        state, _ = step(state, entry)
    entries.append(random_finish(rng, state))
    names = NAMES[: len(state.balances)]
    unit = Unit("counter", currency="EUR", minor_units=25, per=3) if rng.random() < 0.5 else Unit()
    game = GameFile(rules, names, players, tuple(FileEntry(entry) for entry in entries), opening, unit)
    return json.dumps(write(game), ensure_ascii=False), state.deals


def measure(games: int) -> float:
    """Deals a second, from the start of the process to its end."""
    lines, deals = [], 0
    for seed in range(games):
        line, dealt = mixed_game(seed % 140)
        lines.append(line)
        deals += dealt
    fed = "\n".join(lines).encode() + b"\n"
    started = time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "games.rules", "-"], input=fed, stdout=subprocess.PIPE, check=True)
    seconds = time.perf_counter() - started
    if done.stdout.count(b'"results"') != games:
        raise AssertionError("a game was refused")
    return deals / seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=500)
    parser.add_argument("--floor", type=int, default=0, help="exit 1 below so many deals a second")
    options = parser.parse_args()
    speed = measure(options.games)
    print(f"replay: {speed:,.0f} deals a second ({options.games} games of {DEALS_A_GAME} deals, all presets mixed)")
    return 0 if speed >= options.floor else 1


if __name__ == "__main__":
    sys.exit(main())
