"""Amounts of a settlement with their sign."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from games.comparison import Side
from games.rules.unit import Unit
from games.templatetags.amounts import signed_money, signed_words

register = template.Library()


@register.filter
def signed_owed(amount: int, settled_in: tuple[str, Unit]) -> SafeString:
    """What a settlement comes to for somebody: money where it has a currency, else words in the units of the game."""
    currency, unit = settled_in
    return signed_money(amount, currency) if currency else signed_words(amount, unit)


@register.filter
def difference(side: Side) -> int:
    """By how much an amount moves."""
    return (side.after or 0) - (side.before or 0)
