"""The ground of all pages: the policy against inline code, the front page, the pages that say what went wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.test import Client

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted(ROOT.glob("*/templates/**/*.html"))
SHEETS = ROOT / "loo_ledger" / "static" / "loo"


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_inline_script_or_style(template: Path) -> None:
    text = template.read_text(encoding="utf-8")

    assert not re.search(r"\sstyle\s*=|<style|\son[a-z]+\s*=|hx-on|javascript:", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*\bjson)[^>]*>", text)


def test_the_dark_tokens_are_the_same_in_both_places() -> None:
    blocks = re.findall(r"color-scheme: dark;([^}]*)}", (SHEETS / "tokens.css").read_text(encoding="utf-8"))

    assert len(blocks) == 2
    assert blocks[0].split() == blocks[1].split()


def test_directions_are_logical() -> None:
    sided = re.compile(
        r"(?<![\w-])(margin|padding|border)-(left|right)|(?<![\w-])(left|right)\s*:|text-align:\s*(left|right)"
    )
    found = {sheet.name: sided.findall(sheet.read_text(encoding="utf-8")) for sheet in SHEETS.glob("*.css")}

    assert {name: hits for name, hits in found.items() if hits} == {}


def test_the_front_page_says_what_it_is_and_where_to_go(client: Client) -> None:
    response = client.get("/")
    html = response.content.decode()

    assert "The pool and the ledger for a game of loo" in html
    assert 'href="/new/"' in html
    assert 'lang="en"' in html
    assert 'href="#main"' in html
    assert "X-Robots-Tag" not in response.headers


def test_an_unknown_address_says_what_to_do(client: Client) -> None:
    response = client.get("/nothing/here/")

    assert response.status_code == 404
    assert "Ask the host of the table for a new link" in response.content.decode()


@pytest.mark.django_db
def test_a_form_from_elsewhere_is_refused_in_friendly_words() -> None:
    response = Client(enforce_csrf_checks=True).post("/new/", {"act": "start"})

    assert response.status_code == 403
    assert "Please send it again" in response.content.decode()


@pytest.mark.parametrize("status", ["400", "403", "404", "500"])
def test_every_failure_has_a_page_that_needs_nothing_of_the_request(status: str) -> None:
    html = render_to_string(f"{status}.html")

    assert "<h1>" in html
    assert 'href="/"' in html
