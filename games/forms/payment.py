"""What the settlement page sends: who is the bank, how much was paid."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.core.exceptions import ValidationError
from django.http import QueryDict

from games.errors import Invalid
from games.forms.fields import AmountField, minor_units
from games.rules.unit import Unit


def amount_paid(sent: QueryDict, currency: str, unit: Unit) -> int:
    """The part that was paid: minor units where the settlement is in money, else base units of the game.

    Raises :class:`Invalid` for ``amount``, saying what is wrong.
    """
    try:
        if currency:
            return minor_units(sent.get("amount", ""), currency)
        return AmountField(unit, least=1).clean(("", sent.get("amount-big", ""), sent.get("amount", "")))
    except ValidationError as error:
        raise Invalid("amount", " ".join(error.messages)) from None


def whole(sent: Mapping[str, object], field: str) -> int:
    """A whole number that the page wrote into a field itself. Raises :class:`Invalid` where it is none."""
    text = str(sent.get(field) or "")
    if not text.isdecimal() or len(text) > 18:
        raise Invalid(field, "This page was not complete when it was sent. Nothing was booked; load it again.")
    return int(text)


def identifier(sent: Mapping[str, object], field: str) -> UUID:
    """The id of something that the page wrote into a field itself. Raises :class:`Invalid` where it is none."""
    try:
        return UUID(str(sent.get(field) or ""))
    except ValueError:
        raise Invalid(
            field, "This page was not complete when it was sent. Nothing was booked; load it again."
        ) from None


def bank_of(sent: Mapping[str, object]) -> int | None:
    """The number of the participant who is the bank; None for the fewest payments."""
    return whole(sent, "bank") if sent.get("bank") else None
