"""The unit that a game is counted in, and the words for an amount.

Every amount in the rules is a whole number of the **base unit** (Q26). A larger unit is only for display (Q31), and so
are money and the counters each player started with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MINUS = "\N{MINUS SIGN}"

# ISO 4217 currencies whose minor unit is not the hundredth.
_MINOR_DIGITS = {
    **dict.fromkeys(
        ("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV"), 0
    ),
    **dict.fromkeys(("XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
    **dict.fromkeys(("CLF", "UYW"), 4),
}


@dataclass(frozen=True, slots=True)
class Unit:
    """The base unit of a game and what it is worth.

    ``big_worth`` base units make one ``big_name``. ``per`` base units are worth ``minor_units`` of ``currency``; a
    game without these is played for points. ``starting`` base units were given to each player at the start.

    >>> reds = Unit("white", big_name="red", big_worth=3)
    >>> reds.words(-11)
    '−3 reds 2 whites'
    >>> reds.signed_short(7)
    '+2r 1w'

    Raises ValueError where a name is empty, a number is not above 0, or half of a pair is missing.
    """

    name: str = "counter"
    big_name: str | None = None
    big_worth: int | None = None
    currency: str | None = None
    minor_units: int | None = None
    per: int | None = None
    starting: int | None = None

    def __post_init__(self) -> None:
        if not self.name or self.big_name == "" or self.currency == "":
            raise ValueError("a unit, a larger unit and a currency need a name")
        if (self.big_name is None) != (self.big_worth is None):
            raise ValueError("a larger unit needs both its name and what it is worth")
        if len({self.currency is None, self.minor_units is None, self.per is None}) == 2:
            raise ValueError("money needs a currency, an amount and the number of base units that are worth it")
        for field in ("big_worth", "minor_units", "per", "starting"):
            number = getattr(self, field)
            if number is not None and number < 1:
                raise ValueError(f"{field} of a unit must be above 0, not {number}")

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Unit:
        """The unit that the ``unit`` field of a game file describes; the reader has checked its form."""
        big = data.get("big", {})
        money = data.get("money", {})
        return cls(
            name=data["name"],
            big_name=big.get("name"),
            big_worth=big.get("worth"),
            currency=money.get("currency"),
            minor_units=money.get("minor_units"),
            per=money.get("per"),
            starting=data.get("starting"),
        )

    def to_json(self) -> dict[str, Any]:
        """The ``unit`` field of a game file: what :meth:`from_json` reads."""
        data: dict[str, Any] = {"name": self.name}
        if self.big_name is not None:
            data["big"] = {"name": self.big_name, "worth": self.big_worth}
        if self.has_money:
            data["money"] = {"currency": self.currency, "minor_units": self.minor_units, "per": self.per}
        if self.starting is not None:
            data["starting"] = self.starting
        return data

    @property
    def has_money(self) -> bool:
        """Whether the base unit is worth money; without it a game is played for points."""
        return self.currency is not None

    @property
    def names(self) -> str:
        """The name of the base unit in the plural."""
        return _plural(self.name, 2)

    def parts(self, amount: int) -> tuple[int, int]:
        """An amount as larger units and base units, both with the sign of the amount; (0, amount) without a larger."""
        if self.big_worth is None:
            return 0, amount
        big, small = divmod(abs(amount), self.big_worth)
        return (-big, -small) if amount < 0 else (big, small)

    def words(self, amount: int) -> str:
        """An amount in full: ``2 reds 1 white``, ``−5 counters``, ``0 whites``."""
        big, small = (abs(part) for part in self.parts(amount))
        words = [f"{big} {_plural(self.big_name, big)}"] if self.big_name is not None and big else []
        if small or not words:
            words.append(f"{small} {_plural(self.name, small)}")
        return _sign(amount) + " ".join(words)

    def short(self, amount: int) -> str:
        """An amount for a narrow column: ``2r 1w`` where there is a larger unit, else the number alone."""
        big, small = (abs(part) for part in self.parts(amount))
        if self.big_name is None or not amount:
            return f"{_sign(amount)}{small}"
        big_mark, small_mark = _marks(self.big_name, self.name)
        shown = [f"{big}{big_mark}"] if big else []
        if small:
            shown.append(f"{small}{small_mark}")
        return _sign(amount) + " ".join(shown)

    def signed_words(self, amount: int) -> str:
        """As :meth:`words`, with a plus before what is above 0."""
        return _plus(amount) + self.words(amount)

    def signed_short(self, amount: int) -> str:
        """As :meth:`short`, with a plus before what is above 0."""
        return _plus(amount) + self.short(amount)

    def money(self, minor_units: int) -> str:
        """An amount of money, given in minor units of the currency: ``12.50 USD``.

        Raises ValueError where the unit is worth no money.
        """
        if self.currency is None:
            raise ValueError(f"a {self.name} is worth no money in this game")
        return money_words(minor_units, self.currency)

    def signed_money(self, minor_units: int) -> str:
        """As :meth:`money`, with a plus before what is above 0."""
        return _plus(minor_units) + self.money(minor_units)


def money_words(minor_units: int, currency: str) -> str:
    """An amount of money, given in minor units of a currency: ``−12.50 USD``, ``1250 JPY``, ``5 d.``."""
    digits = minor_digits(currency)
    whole, fraction = divmod(abs(minor_units), 10**digits)
    number = f"{whole}.{fraction:0{digits}d}" if digits else f"{whole}"
    return f"{_sign(minor_units)}{number} {currency}"


def minor_digits(currency: str) -> int:
    """How many decimals an amount of a currency is shown with (ISO 4217).

    A currency is a code of three capital letters; any other text ("d.", "matches") is counted in whole ones.
    """
    is_code = len(currency) == 3 and currency.isascii() and currency.isalpha() and currency.isupper()
    return _MINOR_DIGITS.get(currency, 2) if is_code else 0


def _sign(amount: int) -> str:
    return MINUS if amount < 0 else ""


def _plus(amount: int) -> str:
    return "+" if amount > 0 else ""


def _plural(name: str, number: int) -> str:
    """A simple plural; a name that already looks like one, or does not end in a letter, stays as it is."""
    if number == 1 or not name[-1].isalpha():
        return name
    lower = name.lower()
    if lower.endswith(("ss", "x", "ch", "sh")):
        return name + "es"
    if lower.endswith("s"):
        return name
    if lower.endswith("y") and lower[-2:-1] not in ("", "a", "e", "i", "o", "u"):
        return name[:-1] + "ies"
    return name + "s"


def _marks(big_name: str, name: str) -> tuple[str, str]:
    """The shortest beginnings that tell two names apart; the names themselves where one begins the other."""
    for length in range(1, min(len(big_name), len(name)) + 1):
        if big_name[:length].lower() != name[:length].lower():
            return big_name[:length], name[:length]
    return f" {big_name}", f" {name}"
