"""``replay FILE... | -``: one JSON line for each game, as the reference of the game file says.

Each FILE holds one game; ``-`` is standard input with one game a line. One game is in memory at a time, and of a line
that is too long no more than the limit.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from games.rules.jsontext import MAX_BYTES
from games.rules.replay import line_of

USAGE = "usage: replay FILE... | -   (- reads one game a line from standard input)"


def main(arguments: Sequence[str], stdin: BinaryIO, stdout: BinaryIO) -> int:
    """Replay the files named; 0 where all are as they should be, 1 where one is not, 2 where none is named."""
    if not arguments or any(name.startswith("-") and name != "-" for name in arguments):
        print(USAGE, file=sys.stderr)
        return 2
    # A game is gone before the next is read, so looking for garbage after every few hundred objects is time lost.
    gc.set_threshold(100_000, 20, 20)
    good = True
    try:
        for name in arguments:
            good = _replay(name, stdin, stdout) and good
        stdout.flush()
    except BrokenPipeError:
        # Whoever read has gone; nothing may be written when Python closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
        return 1
    return 0 if good else 1


def _replay(name: str, stdin: BinaryIO, stdout: BinaryIO) -> bool:
    good = True
    try:
        if name == "-":
            for raw in _lines(stdin):
                good = _print(raw, stdout) and good
            return good
        with Path(name).open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        print(f"replay: {name} cannot be read: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return False
    return _print(raw, stdout)


def _print(raw: bytes, stdout: BinaryIO) -> bool:
    line, good = line_of(raw)
    stdout.write(line.encode() + b"\n")
    return good


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream without their ends; of a line beyond the limit just enough to see that it is."""
    while line := stream.readline(MAX_BYTES + 2):
        if line.endswith(b"\n"):
            yield line[:-1]
            continue
        yield line
        while len(line) == MAX_BYTES + 2 and not line.endswith(b"\n"):
            line = stream.readline(MAX_BYTES + 2)
