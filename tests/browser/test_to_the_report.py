"""Whole games in a real browser from the first deal to the report: PDF and CSV say what the game's file says."""

from __future__ import annotations

import csv
import io
import re
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from games.rules import facts
from games.rules.replay import replay_file, told
from tests.browser.test_played_by_touch import MANY
from tests.browser.touch import Finger, phone
from tests.conftest import StartCelery, StartServer
from tests.services import tables
from tests.support.playing import Entering, play

GAMES = ("X20", "X14", "X39", "Y01")
REPORT_WITHIN = 60_000


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_kept_settled_and_reported(
    chrome: Browser, start_server: StartServer, start_celery: StartCelery, name: str, tmp_path: Path
) -> None:
    game = tables.worked(name)
    table = tables.opened(game)
    server = start_server(workers=1, **MANY)
    start_celery()
    page = phone(chrome)
    page.goto(f"{server.url}/t/{table.links['host']}/")
    finger = Finger(page)
    state = play(finger, game)
    if not state.finished:  # the file ends with its last deal, on an empty table
        Entering(finger, state, game).enter(facts.Finish("single"))
    finger.follow("settle")
    finger.press("settle")
    page.get_by_role("link", name="Read the report").tap()
    balances, payments = said_by_the_file(name)
    rows = list(csv.DictReader(io.StringIO(downloaded(page, "CSV", tmp_path).read_text("utf-8-sig"))))
    closing = next(row for row in rows if row["row"] == "balance")
    assert {player: int(closing[player]) for player in balances} == balances
    command = ["pdftotext", "-layout", str(downloaded(page, "PDF", tmp_path)), "-"]
    text = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    before_the_plot = text.split("Balances after each deal")[0]
    assert len(re.findall(r"\b\S+ pays \S+ +\d+", before_the_plot)) == payments
    for player, amount in balances.items():
        shown = re.escape(game.unit.signed_short(amount))
        assert re.search(rf"(^|  ){player} +{shown}( |$)", before_the_plot, re.MULTILINE)


def said_by_the_file(name: str) -> tuple[dict[str, int], int]:
    """The balances and the number of payments that the file states, or else those of its replay."""
    replayed = told(replay_file(tables.worked(name)))
    stated = tables.stated(name).get("settlement", {})
    assert isinstance(stated, dict)
    balances = {**stated.get("balances", replayed["balances"])}
    return balances, stated.get("payments", replayed["settlement"]["payments"])


def downloaded(page: Page, kind: str, folder: Path) -> Path:
    """A file of the report, when the worker has made it."""
    link = page.get_by_role("link", name=re.compile(f"^{kind}"))
    link.wait_for(timeout=REPORT_WITHIN)
    with page.expect_download() as waiting:
        link.tap()
    target = folder / f"report.{kind.lower()}"
    waiting.value.save_as(target)
    return target
