"""``python -m games.rules FILE... | -``: replay game files without Django."""

from __future__ import annotations

import sys

from games.rules.commandline import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdin.buffer, sys.stdout.buffer))
