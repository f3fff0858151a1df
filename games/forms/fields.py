"""Fields that speak the units of the game: amounts in whites and reds, whole numbers, an amount of money."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.datastructures import MultiValueDict

from games.forms.names import refuse_unseen
from games.rules.unit import Unit, minor_digits

LARGEST = 1_000_000_000_000
"""The largest number that the books hold, either way."""

_SPACES = re.compile(r"[\s'’]+")
_MONEY = re.compile(r"([0-9]{1,7})(?:[.,]([0-9]*))?|[.,]([0-9]+)", re.ASCII)


def whole_number(text: str, most: int = LARGEST) -> int:
    """The whole number of 0 or more that was typed; nothing typed is 0.

    Raises ValidationError for anything else and for a number above ``most``.
    """
    digits = _SPACES.sub("", text)
    if not digits:
        return 0
    if not digits.isdecimal():
        raise ValidationError(f"“{text[:20]}” is not a whole number. Write it in figures, without a point or a sign.")
    if len(digits) > 18 or int(digits) > most:
        raise ValidationError(f"That is too much: {most:,} is the most.")
    return int(digits)


def minor_units(text: str, currency: str) -> int:
    """The minor units of an amount of money as people write it: ``0.25``, ``0,25``, ``.5``, ``3``.

    Raises ValidationError where it is no amount of this currency.
    """
    digits = minor_digits(currency)
    match = _MONEY.fullmatch(text.strip())
    if match is None:
        raise ValidationError(f"“{text[:20]}” is not an amount of money. Write it like {'0.25' if digits else '25'}.")
    whole, fraction = str(match[1] or "0"), str(match[2] or match[3] or "").rstrip("0")
    if len(fraction) > digits:
        most = f"{digits} decimals" if digits else "no decimals"
        raise ValidationError(f"{currency} has {most}. Round the amount, or let more counters be worth it together.")
    return int(whole + fraction.ljust(digits, "0"))


class LineField(forms.CharField):
    """A text of one line, which may be empty; control characters are refused in our words."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, **options)
        self.validators = [refuse_unseen]


class WholeField(forms.CharField):
    """A whole number between ``least`` and ``most``."""

    def __init__(self, *, least: int = 0, most: int = LARGEST, **options: Any) -> None:
        self.least, self.most = least, most
        super().__init__(required=False, strip=True, **options)

    def clean(self, value: Any) -> int:
        """The number, or a ValidationError."""
        number = whole_number(str(value or ""), self.most)
        if number < self.least:
            raise ValidationError(f"This must be at least {self.least}.")
        return number


class AmountInput(forms.Widget):
    """One number, or two where the game has a larger unit: ``NAME-big`` and ``NAME``; signed: ``NAME-way`` too."""

    def value_from_datadict(self, data: Mapping[str, Any], files: MultiValueDict[str, Any], name: str) -> Any:
        """The texts typed: way, larger units, base units."""
        return tuple(str(data.get(key) or "") for key in (f"{name}-way", f"{name}-big", name))


class AmountField(forms.Field):
    """An amount in base units, typed in the units of the game; ``signed``: up or down.

    ``least`` is the smallest amount allowed; nothing typed is 0.
    """

    widget = AmountInput

    def __init__(self, unit: Unit, *, least: int = 0, signed: bool = False, **options: Any) -> None:
        self.unit, self.least, self.signed = unit, least, signed
        super().__init__(required=False, **options)

    def clean(self, value: Any) -> int:
        """The amount in base units, or a ValidationError that says what is wrong."""
        way, big, small = value
        amount = whole_number(big) * (self.unit.big_worth or 0) + whole_number(small)
        if amount > LARGEST:
            raise ValidationError(f"That is more than the books can hold: {self.unit.words(LARGEST)}.")
        if amount < self.least:
            raise ValidationError(f"This must be at least {self.unit.words(self.least)}.")
        return -amount if self.signed and way == "down" else amount
