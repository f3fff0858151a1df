"""A phone without JavaScript: it follows links and presses buttons of forms, and sees only what the page says."""

from __future__ import annotations

from html.parser import HTMLParser
from urllib.parse import urlencode, urljoin

from django.http import HttpResponse
from django.test import Client

Attributes = dict[str, str]


class _Page(HTMLParser):
    """The forms and links of a page, with each button's form."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[Attributes] = []
        self.fields: list[list[tuple[str, str]]] = []
        self.buttons: list[tuple[Attributes, int]] = []
        self.links: list[tuple[Attributes, str]] = []
        self.text: list[str] = []
        self._open = -1
        self._select = ""
        self._into: list[str] | None = None
        self._unseen = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(found)
            self.fields.append([])
            self._open = len(self.forms) - 1
        elif tag == "button":
            self.buttons.append((found, self._open))
        elif tag == "a":
            self.links.append((found, ""))
        elif tag == "input" and self._open >= 0 and "name" in found:
            chosen = found.get("type") not in ("radio", "checkbox") or "checked" in found
            if chosen:
                self.fields[self._open].append((found["name"], found.get("value", "")))
        elif tag == "select":
            self._select = found.get("name", "")
        elif tag == "option" and self._select:
            fields = self.fields[self._open]
            if "selected" in found or self._select not in dict(fields):
                fields[:] = [field for field in fields if field[0] != self._select]
                fields.append((self._select, found.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = -1
        elif tag == "select":
            self._select = ""

    def handle_data(self, data: str) -> None:
        self.text.append(data)


class Phone:
    """One device at a table; ``page`` is what it shows."""

    def __init__(self, address: str) -> None:
        self.client = Client()
        self.address = address
        self.typed: dict[str, str | None] = {}
        self.open(address)

    def open(self, address: str) -> None:
        """Go to an address."""
        self.address = urljoin(self.address, address)
        self.response: HttpResponse = self.client.get(self.address)  # type: ignore[assignment]
        self.page = _Page(self.response.content.decode())

    @property
    def html(self) -> str:
        """The page as it came."""
        return self.response.content.decode()

    def open_part(self, part: str) -> None:
        """Open what is folded; without scripts it is on the page already."""
        assert f'id="{part}"' in self.html, f"no part {part} in: {self.seen}"

    def choose(self, name: str, value: str) -> None:
        """Choose one of several."""
        self.typed[name] = value

    def type(self, name: str, text: str) -> None:
        """Type into a field."""
        self.typed[name] = text

    def tick(self, name: str, *, on: bool) -> None:
        """Tick a box, or take the tick away."""
        self.typed[name] = "1" if on else None

    @property
    def seen(self) -> str:
        """The text of the page, in one line."""
        return " ".join(" ".join(self.page.text).split())

    def has(self, button: str) -> bool:
        """Whether a button with this id or value is there."""
        return self._find(button) is not None

    def press(self, button: str) -> HttpResponse:
        """Press a button by its id or value, with what was typed or chosen in its form before."""
        found = self._find(button)
        assert found is not None, f"no button {button} in: {self.seen}"
        attributes, index = found
        if "form" in attributes:
            index = next(i for i, form in enumerate(self.page.forms) if form.get("id") == attributes["form"])
        typed, self.typed = self.typed, {}
        fields = [(name, value) for name, value in self.page.fields[index] if name not in typed]
        fields += [(name, value) for name, value in typed.items() if value is not None]
        if "name" in attributes:
            fields.append((attributes["name"], attributes.get("value", "")))
        form = self.page.forms[index]
        action = urljoin(self.address, form.get("action", ""))
        if form.get("method") == "post":
            sent = self.client.post(action, urlencode(fields), content_type="application/x-www-form-urlencoded")
            self.response = sent  # type: ignore[assignment]
            if sent.status_code == 303:
                self.open(sent["Location"])
            else:
                self.page = _Page(sent.content.decode())
            return sent  # type: ignore[return-value]
        self.open(f"{action}?{urlencode(fields)}")
        return self.response

    def follow(self, link: str) -> None:
        """Follow a link by its id."""
        self.open(next(found["href"] for found, _ in self.page.links if found.get("id") == link))

    def _find(self, button: str) -> tuple[Attributes, int] | None:
        return next((b for b in self.page.buttons if button in (b[0].get("id"), b[0].get("value"))), None)
