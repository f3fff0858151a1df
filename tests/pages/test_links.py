"""The links page: who sees which link, and renewing."""

from __future__ import annotations

import re

import pytest

from games.access import find_link
from tests.pages.tables import Holder, place_of, played, text_of

pytestmark = pytest.mark.django_db


def renewal(host: Holder, role: str) -> dict[str, str]:
    """The form that renews the link of a role."""
    for form in re.findall(r"<form\b.*?</form>", host.get("links/").content.decode(), flags=re.DOTALL):
        if f'name="role" value="{role}"' in form:
            return dict(re.findall(r'name="([^"]*)" value="([^"]*)"', form))
    raise AssertionError(f"no form to renew the {role} link")


@pytest.mark.parametrize(
    ("role", "sees"), [("host", {"host", "scorer", "watch"}), ("scorer", {"scorer", "watch"}), ("watch", {"watch"})]
)
def test_a_link_shows_those_that_allow_no_more_than_itself(role: str, sees: set[str]) -> None:
    table = played("X20", entries=3)
    page = Holder.of(table, role).get("links/").content.decode()
    assert {name for name, secret in table.links.items() if f"/t/{secret}/" in page} == sees
    assert page.count("<svg") == len(sees)
    assert " style=" not in page


@pytest.mark.parametrize("role", ["scorer", "watch"])
def test_a_renewed_link_replaces_the_old_one(role: str) -> None:
    table = played("X20", entries=3)
    host = Holder.of(table)
    assert place_of(host.post("links/", renewal(host, role))) == host.url("links/")
    assert find_link(table.links[role]) is None
    assert table.links[role] not in host.get("links/").content.decode()


def test_the_host_who_renews_his_own_link_is_taken_to_the_new_one_also_by_a_second_tap() -> None:
    table = played("X20", entries=3)
    host = Holder.of(table)
    form = renewal(host, "host")
    first = place_of(host.post("links/", form))
    assert first != host.url("links/")
    assert host.client.get(first).status_code == 200
    assert host.get("links/").status_code == 404
    assert place_of(host.post("links/", form)) == first
    assert host.post("links/", form | {"key": "another-key-0123456789"}).status_code == 404


@pytest.mark.parametrize("role", ["scorer", "watch"])
def test_only_the_host_renews(role: str) -> None:
    table = played("X20", entries=3)
    form = renewal(Holder.of(table), "watch")
    assert Holder.of(table, role).post("links/", form).status_code == 403
    assert find_link(table.links["watch"]) is not None


def test_looking_changes_nothing() -> None:
    table = played("X20", entries=3)
    version = table.session.version
    Holder.of(table).get("links/")
    table.session.refresh_from_db()
    assert table.session.version >= version
    assert all(find_link(secret) for secret in table.links.values())


def test_after_settling_the_scorers_link_is_said_to_have_ended() -> None:
    table = played("X20")
    table.session.settled = True
    table.session.save()
    assert "so this link has ended" in text_of(Holder.of(table).get("links/"))
    table.session.settled = False
    table.session.save()
