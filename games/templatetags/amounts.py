"""Amounts and names in templates: in the units of the game, isolated so that no direction of writing disturbs them.

``unit`` is the :class:`games.rules.unit.Unit` of the game; amounts are base units, money is minor units.
"""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.rules.unit import Unit, money_words

register = template.Library()


def _figure(text: str) -> SafeString:
    return format_html('<span class="n">{}</span>', text)


@register.filter
def short(amount: int | None, unit: Unit) -> SafeString:
    """``2r 1w`` or ``12``: for columns; nothing for None."""
    return SafeString("") if amount is None else _figure(unit.short(amount))


@register.filter
def signed(amount: int | None, unit: Unit) -> SafeString:
    """``+2r 1w`` or ``−12``: a movement or a balance in a column; nothing for None."""
    return SafeString("") if amount is None else _figure(unit.signed_short(amount))


@register.filter
def words(amount: int, unit: Unit) -> SafeString:
    """``2 reds 1 white``: in full."""
    return _figure(unit.words(amount))


@register.filter
def signed_words(amount: int, unit: Unit) -> SafeString:
    """``+2 reds 1 white``: in full, with its sign."""
    return _figure(unit.signed_words(amount))


@register.filter
def money(amount: int, currency: str) -> SafeString:
    """An amount of money in minor units of a currency: ``12.50 USD``."""
    return _figure(money_words(amount, currency))


@register.filter
def signed_money(amount: int, currency: str) -> SafeString:
    """As :func:`money`, with a plus before what is above 0."""
    return _figure(("+" if amount > 0 else "") + money_words(amount, currency))


@register.filter
def owed(amount: int, settled_in: tuple[str, Unit]) -> SafeString:
    """What is paid in a settlement: money where ``settled_in`` has a currency, else words in the units of the game."""
    currency, unit = settled_in
    return money(amount, currency) if currency else words(amount, unit)


@register.filter
def name(text: str) -> SafeString:
    """A name whose own direction of writing disturbs nothing around it."""
    return format_html("<bdi>{}</bdi>", text)


@register.filter
def of_seat(names: Sequence[str], seat: int) -> SafeString:
    """The name of a seat, as :func:`name` shows it."""
    return name(names[seat])


@register.filter
def at(values: Sequence[object], index: int) -> object:
    """The value at an index, or None beyond the end."""
    return values[index] if 0 <= index < len(values) else None
