"""Tables for page tests: played as far as wanted, and a browser without scripts that holds one of their links."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpResponse
from django.test import Client

from games.rules import facts
from games.rules.gamefile import GameFile
from games.rules.unit import Unit
from games.services.files import import_game
from games.services.recording import record
from games.services.tables import OpenedTable
from tests.services.tables import caller, game_of, key, worked


def played(
    name: str, *, entries: int | None = None, ending: facts.Ending | None = None, unit: Unit | None = None
) -> OpenedTable:
    """The table of a worked game after so many entries, then finished with ``ending``; ``unit`` replaces its own."""
    game = worked(name)
    lines = game.entries if entries is None else game.entries[:entries]
    cut = GameFile(game.rules, game.names, game.players, lines, game.opening, unit or game.unit, game.title)
    table = import_game(cut, key=key())
    if ending is not None:
        record(caller(table), facts.Finish(ending), key=key(), version=table.session.version)
    return table


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody with a link, in a browser without scripts."""

    client: Client
    secret: str

    @classmethod
    def of(cls, table: OpenedTable, role: str = "host") -> Holder:
        """Who holds the table's link of a role."""
        return cls(Client(), table.links[role])

    def url(self, page: str) -> str:
        """The address of a page of the table."""
        return f"/t/{self.secret}/{page}"

    def get(self, page: str, **query: str) -> HttpResponse:
        """Look at a page."""
        response: Any = self.client.get(self.url(page), query)
        return response  # type: ignore[no-any-return]

    def post(self, page: str, sent: Mapping[str, Any]) -> HttpResponse:
        """Send a form."""
        response: Any = self.client.post(self.url(page), dict(sent))
        return response  # type: ignore[no-any-return]


def text_of(response: Any) -> str:
    """What a page says, without its tags, spaces run together."""
    page = re.sub(r"<(script|style|head)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    page = re.sub(r"</?(b|bdi|span|small|i|cite)\b[^>]*>", "", page)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def form_of(response: Any, act: str, within: str = "") -> dict[str, Any]:
    """The hidden fields of the first form that has a button ``act`` and ``within`` in it, and that button."""
    for form in re.findall(r"<form\b.*?</form>", response.content.decode(), flags=re.DOTALL):
        if f'value="{act}"' in form and within in form:
            fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form)
            sent: dict[str, Any] = {"act": act}
            for name, value in fields:
                sent.setdefault(name, []).append(unescape(value))
            return sent
    raise AssertionError(f"no form with a button {act!r}")


def place_of(response: Any) -> str:
    """Where a redirect leads, without its fragment."""
    assert response.status_code == 303, text_of(response)[:500]
    return str(urlsplit(response["Location"]).path)


__all__ = ["Holder", "caller", "form_of", "game_of", "key", "place_of", "played", "text_of", "worked"]
