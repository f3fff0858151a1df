"""A page as a person without scripts uses it: read the form, type into it, press one of its buttons."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

Fields = dict[str, list[str]]


class _Reader(HTMLParser):
    """Collects what a browser would send of the form on a page, and the ids and texts on it."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: Fields = {}
        self.ids: list[str] = []
        self.words: list[str] = []
        self._select: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in one element."""
        have = {name: value or "" for name, value in attrs}
        if "id" in have:
            self.ids.append(have["id"])
        name = have.get("name", "")
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select is not None:
            if "selected" in have or self._select not in self.fields:
                self.fields[self._select] = [have.get("value", "")]
        elif tag == "input" and name and name != "csrfmiddlewaretoken":
            boxed = have.get("type") in ("radio", "checkbox")
            if not boxed or "checked" in have:
                self.fields.setdefault(name, []).append(have.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        """Leave a select."""
        if tag == "select":
            self._select = None

    def handle_data(self, data: str) -> None:
        """Take in text."""
        self.words.append(data)


class PlainPage:
    """One answer of the server."""

    def __init__(self, response: Any) -> None:
        self.status: int = response.status_code
        self.location: str = response.headers.get("Location", "")
        self.html: str = response.content.decode()
        reader = _Reader()
        reader.feed(self.html)
        self.fields, self.ids = reader.fields, reader.ids
        self.text = " ".join(" ".join(reader.words).split())

    def value(self, name: str) -> str:
        """What stands in a field."""
        return (self.fields.get(name) or [""])[0]

    def typed(self, act: str, **changes: str | list[str] | None) -> Fields:
        """What the browser sends when a button is pressed after some fields were filled in; None: not sent."""
        sent = {**self.fields, "act": [act]}
        for name, value in changes.items():
            if value is None:
                sent.pop(name, None)
            else:
                sent[name] = value if isinstance(value, list) else [value]
        return sent
