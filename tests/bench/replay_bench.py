"""Deals a second of the whole of ``replay -``: a process that reads JSON lines and prints JSON lines, on one core.

``python -m tests.bench.replay_bench [GAMES] [--floor DEALS_A_SECOND]`` makes games of all presets, mixed, with the
rarer entries, results and penalties among them, and exits 1 below the floor.
"""

from __future__ import annotations

import argparse
import json
import resource
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
DISTINCT = 140
NAMES = ("Ada", "Béla", "Chloë", "Dmitri", "Eve", "Fergus", "Gudrun", "Hugo", "Iris", "Jun", "Kofi", "Łukasz")


def mixed_game(seed: int, *, stated: bool) -> tuple[str, int]:
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
    return json.dumps(write(game, results=stated), ensure_ascii=False), state.deals


def measure(games: int, *, stated: bool) -> tuple[float, float]:
    """Deals a second of processor time and of the clock, from the start of the process to its end.

    On a machine that does other work too, processor time is what one core does. ``stated``: every entry also says
    what it comes to, as in an exported file, and that is checked.
    """
    made = [mixed_game(seed, stated=stated) for seed in range(min(games, DISTINCT))]
    lines = [made[number % len(made)] for number in range(games)]
    deals = sum(dealt for _, dealt in lines)
    fed = "\n".join(line for line, _ in lines).encode() + b"\n"
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "games.rules", "-"], input=fed, stdout=subprocess.PIPE, check=True)
    clock, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.stdout.count(b'"results"') != games:
        raise AssertionError("a game was refused")
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return deals / processor, deals / clock


def main() -> int:
    """Print the speed; 1 where it is below the floor."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=1000)
    parser.add_argument("--floor", type=int, default=0, help="exit 1 below so many deals a second of processor time")
    options = parser.parse_args()
    speeds = []
    for stated, what in ((False, "facts only"), (True, "with results to check")):
        processor, clock = measure(options.games, stated=stated)
        print(f"replay, {what}: {processor:,.0f} deals a second on one core ({clock:,.0f} by the clock)")
        speeds.append(processor)
    return 0 if min(speeds) >= options.floor else 1


if __name__ == "__main__":
    sys.exit(main())
