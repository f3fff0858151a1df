"""The table page, button by button, as a phone without JavaScript has it."""

import pytest

from tests.pages.tapping import Phone
from tests.services import tables

pytestmark = pytest.mark.django_db


def phone_at(name: str, role: str = "host") -> Phone:
    table = tables.opened(tables.worked(name))
    return Phone(f"/t/{table.links[role]}/")


def test_a_turned_card_takes_two_taps() -> None:
    phone = phone_at("X20")
    assert "single Deal 1 A deals fresh pool: stake 3" in phone.seen
    assert not phone.has("confirm")
    phone.press("win:4")
    assert "Record deal 1 pool 3 paid, 12 left" in phone.seen
    phone.press("confirm")
    assert "✓ Deal 1 recorded" in phone.seen
    assert "Pool 15 deal 2 double Deal 2 B deals 12 left + stake 3" in phone.seen
