"""The game file out of a table and into a new one, from the pages."""

from __future__ import annotations

import json

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from games.models import Game, GameSession
from games.rules.replay import line_of
from tests.pages.tables import Holder, key, place_of, played, text_of
from tests.services.tables import WORKED

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("role", ["host", "watch"])
def test_the_file_of_a_table_replays_and_opens_as_a_new_table(role: str) -> None:
    table = played("Y01")
    answer = Holder.of(table, role).get("game.json")
    assert answer["Content-Type"].startswith("application/json")
    assert "attachment" in answer["Content-Disposition"]
    printed, fits = line_of(answer.content)
    assert fits, printed
    upload = SimpleUploadedFile("game.json", answer.content, content_type="application/json")
    client = Client()
    place = place_of(client.post("/open/", {"key": key(), "file": upload, "text": ""}))
    assert client.get(place + "game.json").content == answer.content


def test_a_file_may_be_pasted_and_opens_one_table_however_often_it_is_sent() -> None:
    text = (WORKED / "X20.json").read_text()
    sent = {"key": key(), "text": text}
    client = Client()
    client.get("/open/")
    assert place_of(client.post("/open/", sent)) == place_of(client.post("/open/", sent))
    assert GameSession.objects.count() == 1


def test_every_fault_is_shown_with_its_entry_and_nothing_is_stored() -> None:
    game = json.loads((WORKED / "X20.json").read_text())
    game["entries"][1]["deal"]["tricks"] = ["C", "C", "Zoe"]
    game["entries"][3]["deal"]["colour"] = "red"
    answer = Client().post("/open/", {"key": key(), "text": json.dumps(game)})
    assert answer.status_code == 422
    said = text_of(answer)
    assert "Entry 2:" in said
    assert "Entry 4:" in said
    assert "Nothing was stored." in said
    assert "colour" in answer.content.decode().split("<textarea")[1]
    assert not Game.objects.exists()


def test_a_deal_that_breaks_the_rules_names_its_entry() -> None:
    game = json.loads((WORKED / "X20.json").read_text())
    game["entries"][1]["deal"]["tricks"] = ["C", "C", "A"]
    answer = Client().post("/open/", {"key": key(), "text": json.dumps(game)})
    assert answer.status_code == 422
    assert "Entry 2:" in text_of(answer)
    assert not Game.objects.exists()


def test_nothing_sent_is_said_and_a_file_beyond_the_limit_is_refused() -> None:
    client = Client()
    assert "Choose a file, or paste its text." in text_of(client.post("/open/", {"key": key(), "text": " "}))
    most = settings.LOO_LIMITS["import_bytes"]
    assert client.post("/open/", {"key": key(), "text": "x" * most}).status_code == 413


def test_a_used_key_with_another_file_opens_nothing_and_offers_a_new_one() -> None:
    client = Client()
    client.get("/open/")
    used = key()
    place_of(client.post("/open/", {"key": used, "text": (WORKED / "X20.json").read_text()}))
    answer = client.post("/open/", {"key": used, "text": (WORKED / "X14.json").read_text()})
    assert answer.status_code == 409
    assert used not in answer.content.decode()
    assert GameSession.objects.count() == 1


def test_more_tables_than_people_need_are_refused_with_a_sentence_and_what_was_pasted_stays(settings: Settings) -> None:
    settings.LOO_LIMITS = {**settings.LOO_LIMITS, "tables_per_device_hour": 1}
    text = (WORKED / "X20.json").read_text()
    client = Client()
    client.get("/open/")
    place_of(client.post("/open/", {"key": key(), "text": text}))
    answer = client.post("/open/", {"key": key(), "text": text})
    assert answer.status_code == 429
    assert answer["Retry-After"] == "3600"
    assert "This phone has sent 1 new tables within an hour" in text_of(answer)
    assert GameSession.objects.count() == 1


def test_a_file_with_more_entries_than_a_game_may_have_is_refused_with_a_sentence(settings: Settings) -> None:
    settings.LOO_LIMITS = {**settings.LOO_LIMITS, "entries_per_game": 2}
    answer = Client().post("/open/", {"key": key(), "text": (WORKED / "X20.json").read_text()})
    assert answer.status_code == 422
    assert "A game has at most 2 entries" in text_of(answer)
    assert not GameSession.objects.exists()


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ({"title": "T" * 201}, "The title TTTTTTTTTTTTTTTTTTTT… is too long: at most 200 signs"),
        (
            {"players": ["N" * 201, "B"], "entries": [], "settlement": None},
            "The player NNNNNNNNNNNNNNNNNNNN… is too long",
        ),
        ({"unit": {"name": "u" * 65}}, "The unit uuuuuuuuuuuuuuuuuuuu… is too long: at most 64 signs"),
        (
            {"unit": {"name": "u", "money": {"currency": "c" * 13, "minor_units": 1, "per": 1}}, "settlement": None},
            "The currency ccccccccccccc… is too long: at most 12 signs",
        ),
    ],
)
def test_a_text_that_no_column_holds_is_refused_on_every_database(what: dict[str, object], said: str) -> None:
    game = json.loads((WORKED / "X20.json").read_text()) | what
    sent = {name: value for name, value in game.items() if value is not None}
    answer = Client().post("/open/", {"key": key(), "text": json.dumps(sent)})
    assert answer.status_code == 422
    assert said in text_of(answer)
    assert not GameSession.objects.exists()
