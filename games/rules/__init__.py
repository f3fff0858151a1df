"""The rules of Loo as a pure engine: standard library only, importable without Django.

Facts go in, money comes out. A game is a :class:`~games.rules.state.GameState`; ``step(state, entry)`` says what one
entry comes to, and ``replay`` is its fold over a whole game. Every amount is a whole number of the game's base unit.

The rule numbers quoted in docstrings (P7, F14, Q05, ...) are those of ``docs/reference/rules.md``.
"""
