"""What the sheets behind "More" have in common: the draft that they keep, a seal on what is known, and the way back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import selectors
from games.access import may
from games.forms.entry import EntryDraft
from games.forms.reading import pending_of
from games.pending import Pending
from games.selectors import TableView
from games.services import recording
from games.services.commands import Caller
from games.views.gate import new_key
from games.views.place import address, secret_in
from games.views.recording import whole
from games.views.refusals import Refusal, refusal_of, with_refusal


@dataclass(frozen=True)
class SheetPage:
    """A sheet over the table: what the table is now, and the draft that waits meanwhile."""

    request: HttpRequest
    caller: Caller
    refusal: Refusal | None = None

    @cached_property
    def view(self) -> TableView:
        """The table, with all its entries unread but the last ones."""
        if not may(self.caller.link, "record"):
            raise PermissionDenied
        return selectors.table(self.caller.link)

    @cached_property
    def draft(self) -> EntryDraft:
        """The draft that waits; an empty one where its deal is recorded by now."""
        sent = self.request.POST if self.request.method == "POST" else self.request.GET
        draft = EntryDraft.of(sent.dict())
        number = self.view.next_deal_number
        return draft if draft.deal == number else EntryDraft(deal=number)

    @cached_property
    def known(self) -> Pending:
        """What is known of the deal in progress."""
        return pending_of(self.view.state, self.view.pending)

    @cached_property
    def key(self) -> str:
        """A key for the forms of this sheet."""
        return new_key()

    @property
    def back(self) -> str:
        """The table with the draft that waits."""
        return self.to(self.draft)

    def to(self, draft: EntryDraft) -> str:
        """The table with a draft."""
        return f"{address(self.request, 'table')}?{draft.query}"

    @property
    def sealed(self) -> str:
        """What is known, so that a form sent twice changes it once."""
        return signer(self.view).sign_object(self.known.to_json())

    def known_then(self) -> Pending | None:
        """What was known when the form was drawn; None where that was made up."""
        try:
            return Pending.from_json(signer(self.view).unsign_object(self.request.POST.get("known", "")))
        except signing.BadSignature:
            return None

    def prepare(self, pending: Pending) -> None:
        """Keep what is known now; raises as the service does."""
        recording.prepare(self.caller, pending, key=self.sent_key, version=self.sent_version)

    @property
    def sent_key(self) -> str:
        """The key of the form that was sent."""
        return self.request.POST.get("key", "")

    @property
    def sent_version(self) -> int:
        """The version of the table that the form was drawn from."""
        return whole(self.request.POST.get("version", ""))

    def show(self, template: str, **more: Any) -> HttpResponse:
        """The sheet, with the status of its refusal if there is one."""
        context = {
            "sheet": self,
            "view": self.view,
            "unit": self.view.unit,
            "secret": secret_in(self.request),
            "here": address(self.request, "table"),
            "refusal": self.refusal,
            **more,
        }
        response = render(self.request, template, context)
        return response if self.refusal is None else with_refusal(response, self.refusal)

    def again(self, error: Exception) -> SheetPage:
        """The same sheet of the table as it is now, saying what was refused."""
        return replace(self, refusal=refusal_of(error))


def signer(view: TableView) -> signing.Signer:
    """Seals what the pages of one table send to themselves."""
    return signing.Signer(salt=f"known:{view.session.pk}")
