"""Correcting from the pages, without scripts: prefilled, compared, confirmed; struck out, inserted, several at once."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from games.models import Entry
from games.rules import facts
from games.selectors import EntryView, entries_of
from games.services.recording import join, record
from games.services.tables import OpenedTable
from tests.pages.tables import Holder, caller, form_of, game_of, key, place_of, played, text_of

pytestmark = pytest.mark.django_db


def entry_at(table: OpenedTable, rank: int) -> EntryView:
    """The entry of a rank."""
    return next(entry for entry in entries_of(game_of(table)) if entry.rank == rank)


def fields_of(response: Any) -> dict[str, Any]:
    """Everything that the correction form would send as it stands, without a button."""
    page = re.search(r"<form[^>]*correct-form.*?</form>", response.content.decode(), flags=re.DOTALL)
    assert page, text_of(response)[:600]
    form = page[0]
    sent: dict[str, Any] = {}
    for tag in re.findall(r"<input\b[^>]*>", form):
        found = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        if found.get("type") in ("radio", "checkbox") and " checked" not in tag:
            continue
        if "name" in found:
            sent.setdefault(found["name"], []).append(unescape(found.get("value", "on")))
    for name, options in re.findall(r'<select\b[^>]*name="([^"]*)"[^>]*>(.*?)</select>', form, flags=re.DOTALL):
        chosen = re.findall(r'value="([^"]*)" selected', options) or re.findall(r'value="([^"]*)"', options)[:1]
        sent[name] = chosen
    sent.pop("csrfmiddlewaretoken", None)
    return sent


def pages(table: OpenedTable, rank: int) -> tuple[Holder, str]:
    """The host, and the page that corrects an entry."""
    return Holder.of(table), f"correct/{entry_at(table, rank).id}/"


def in_seat_order(entry: facts.Entry) -> facts.Entry:
    """The entry with its declarations in the order of the seats: the form has no other."""
    return replace(entry, declared=tuple(sorted(entry.declared))) if isinstance(entry, facts.Deal) else entry


GAMES = ["X13", "X16", "X17", "X20", "X24", "X37", "X39", "X43", "X48", "X50", "X52", "X63", "Y01", "Y05"]


@pytest.mark.parametrize("name", GAMES)
def test_the_form_of_every_kind_of_entry_says_exactly_what_is_stored(name: str) -> None:
    table = played(name)
    host = Holder.of(table)
    for entry in entries_of(game_of(table)):
        page = f"correct/{entry.id}/"
        answer = host.post(page, fields_of(host.get(page)) | {"act": "compare"})
        assert answer.status_code == 200, f"{name} {entry.rank}: {text_of(answer)[:900]}"
        form = form_of(answer, "confirm")
        assert "No entry changes" in text_of(answer) or "no money changes" in text_of(answer)
        place_of(host.post(page, form))
        assert in_seat_order(entry_at(table, entry.rank).facts) == in_seat_order(entry.facts)


def test_a_forgotten_loo_shows_everything_that_changes_before_it_is_stored() -> None:
    table = played("X20")
    host, page = pages(table, 2)
    sent = fields_of(host.get(page)) | {"does_4": "stand", "act": "compare"}
    answer = host.post(page, sent)
    said = text_of(answer)
    for words in ("Deal 2 corrected", "Deal 3 follows", "Left before 6 → after 12", "C +15 +21 +6", "E −7 −13 −6"):
        assert words in said, said
    assert "E pays C before 7 counters → after 13 counters" in said
    assert entry_at(table, 2).outcome.net == (0, -9, 10, 5, 0)
    confirm = form_of(answer, "confirm")
    for _ in range(2):
        assert place_of(host.post(page, confirm)) == host.url("")
    assert entry_at(table, 2).outcome.net == (0, -9, 10, 5, -6)
    assert entry_at(table, 3).outcome.pool == 15


def test_a_later_deal_that_becomes_impossible_is_named_and_corrected_with_it() -> None:
    table = played("X20")
    host, page = pages(table, 2)
    answer = host.post(page, fields_of(host.get(page)) | {"does_1": "pass", "act": "compare"})
    join(caller(reopened(table)), "Zoe", 0, key=key(), version=version(table))
    record(caller(table), facts.Leave(5), key=key(), version=version(table))
    host, page = pages(table, 11)
    answer = host.post(page, form_of(host.get(page), "strike-out"))
    assert answer.status_code == 422
    said = text_of(answer)
    assert "Entry 12 cannot stay as it is" in said
    assert "Zoe left." in said
    struck = next(button for button in buttons(answer) if button.startswith("strike:"))
    answer = host.post(page, form_of(answer, struck))
    assert "Entry 11 struck out" in text_of(answer)
    assert "Entry 12 struck out" in text_of(answer)
    place_of(host.post(page, form_of(answer, "confirm")))
    assert entries_of(game_of(table))[0].rank == 10


def reopened(table: OpenedTable) -> OpenedTable:
    """The table with its ending struck out, to be played on."""
    host, page = pages(table, 11)
    place_of(host.post(page, form_of(host.post(page, form_of(host.get(page), "strike-out")), "confirm")))
    return table


def version(table: OpenedTable) -> int:
    """The present version."""
    return caller(table).link.session.version


def buttons(response: Any) -> list[str]:
    """What the buttons of a page say that they do."""
    return re.findall(r'name="act" value="([^"]*)"', response.content.decode())


def test_also_opens_the_other_entry_and_keeps_the_first_change() -> None:
    table = reopened(played("X20"))
    join(caller(table), "Zoe", 0, key=key(), version=version(table))
    record(caller(table), facts.Leave(5), key=key(), version=version(table))
    host, page = pages(table, 11)
    answer = host.post(page, form_of(host.get(page), "strike-out"))
    also = next(button for button in buttons(answer) if button.startswith("also:"))
    form = host.post(page, form_of(answer, also))
    assert "Correct entry 12" in text_of(form)
    assert "Together with: Entry 11 struck out." in text_of(form)
    other = f"correct/{also.partition(':')[2]}/"
    answer = host.post(other, fields_of(form) | {"player": "1", "act": "compare"})
    place_of(host.post(other, form_of(answer, "confirm")))
    last = entries_of(game_of(table))[0]
    assert (last.rank, last.facts) == (11, facts.Leave(1))


def test_a_missed_deal_is_inserted_before_another() -> None:
    table = played("X20")
    host = Holder.of(table)
    before = entry_at(table, 3)
    page = f"insert/?before={before.id}"
    form = host.client.get(host.url(page))
    assert "Insert a deal before deal 3" in text_of(form)
    sent = fields_of(form) | {"result": "tricks", "trick_0": "0", "trick_1": "0", "trick_2": "1", "does_2": "stand"}
    answer = host.post(page, sent | {"act": "compare"})
    assert answer.status_code == 200, text_of(answer)
    place_of(host.post(page, form_of(answer, "confirm")))
    inserted = entry_at(table, 3).facts
    assert isinstance(inserted, facts.Deal)
    assert inserted.declared == ((0, "stand"), (1, "stand"), (2, "stand"))
    assert entry_at(table, 4).id == before.id


def test_a_change_of_an_inserted_deal_comes_back_as_it_was_written() -> None:
    table = played("X20")
    host = Holder.of(table)
    page = f"insert/?before={entry_at(table, 3).id}"
    sent = fields_of(host.client.get(host.url(page)))
    sent |= {"result": "unplayed", "unplayed": "2", "note": "forgotten", "act": "compare"}
    form = host.post(page, form_of(host.post(page, sent), "edit"))
    again = fields_of(form)
    assert (again["result"], again["unplayed"], again["note"]) == (["unplayed"], ["2"], ["forgotten"])
    assert again["changes"] == ["[]"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"trick_0": ""}, "Choose who won trick 1."),
        ({"result": ""}, "Choose how the deal ended."),
        ({"penalty_0-player": "1"}, "Say what the penalty was for."),
        ({"penalty_0-player": "1", "penalty_0-fault": "x", "penalty_0-amount": "1.5"}, "is not a whole number"),
        ({"note": "n" * 1001}, "Shorten it to 1000 signs."),
        ({"does_0": "out", "trick_0": "0"}, "A"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_entered_stays(change: dict[str, str], says: str) -> None:
    table = played("X20")
    host, page = pages(table, 2)
    answer = host.post(page, fields_of(host.get(page)) | change | {"why": "a reason", "act": "compare"})
    assert answer.status_code == 422
    assert says in text_of(answer)
    assert fields_of(answer)["why"] == ["a reason"]
    kept = fields_of(answer)
    assert all(kept[name] == [value] for name, value in change.items() if value)


def test_one_more_line_for_a_penalty_keeps_the_form() -> None:
    table = played("X20")
    host, page = pages(table, 5)
    answer = host.post(page, fields_of(host.get(page)) | {"note": "kept", "act": "more-penalties"})
    sent = fields_of(answer)
    assert (sent["penalties"], sent["note"], sent["penalty_0-fault"]) == (["3"], ["kept"], ["misdeal"])


def test_a_table_that_changed_meanwhile_shows_the_comparison_anew_and_stores_nothing() -> None:
    table = reopened(played("X20"))
    host, page = pages(table, 2)
    answer = host.post(page, fields_of(host.get(page)) | {"does_4": "stand", "act": "compare"})
    record(caller(table), facts.Leave(0), key=key(), version=version(table))
    outdated = host.post(page, form_of(answer, "confirm"))
    assert outdated.status_code == 409
    assert entry_at(table, 2).outcome.looed == ((1, 6),)
    place_of(host.post(page, form_of(outdated, "confirm")))
    assert entry_at(table, 2).outcome.looed == ((1, 6), (4, 6))


def test_a_watcher_may_not_correct_and_an_unknown_entry_is_not_found() -> None:
    table = played("X20")
    _, page = pages(table, 2)
    assert Holder.of(table, "watch").get(page).status_code == 403
    other = played("X14")
    assert Holder.of(other).get(page).status_code == 404
    assert Holder.of(table).get(f"insert/?before={entry_at(other, 1).id}").status_code == 404


@pytest.mark.parametrize(
    "changes",
    [
        "{",
        "[1]",
        '[{"strike": 1}]',
        '[{"replace": "x", "facts": {}, "note": ""}]',
        "{}",
        '[{"insert_before": null, "facts": {"adjust": {"net": {"0": 1, "1": -1}, "reason": "\\u0000"}}, "note": ""}]',
        '[{"insert_before": null, "facts": {"leave": {"player": "1"}}, "note": "\\ud800"}]',
    ],
)
def test_changes_that_no_page_wrote_are_refused_in_words(changes: str) -> None:
    table = played("X20")
    host, page = pages(table, 2)
    answer = host.post(page, {"changes": changes, "act": "confirm", "key": key(), "version": "1"})
    assert answer.status_code == 422
    assert Entry.objects.exclude(revision=1).count() == 0
