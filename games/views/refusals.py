"""What a page answers when something is refused: the status, the sentences, and a way back. One place for all pages.

A page that can show the refusal beside what was entered takes a :class:`Refusal` and renders it itself; any other
answers with :func:`refused`.
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.submissions import BadKey, KeyReused
from games.errors import (
    Invalid,
    LaterImpossible,
    LimitReached,
    NotAllowed,
    Refusals,
    StateRefusal,
    TableError,
    VersionOutdated,
)

Refusable = (TableError, KeyReused, BadKey)
"""What a view catches around a service: ``except Refusable as error``."""

KEY_USED = (
    "This page was sent once already, with something else on it. What is recorded now is shown below; nothing more "
    "was booked."
)
KEY_BAD = "This page was not complete when it was sent. Nothing was booked; do it again."


@dataclass(frozen=True)
class Refusal:
    """A refusal in words. ``field`` names the field that is wrong, where it is one; ``retry_after`` is in seconds."""

    status: int
    title: str
    sentences: tuple[str, ...]
    code: str
    field: str = ""
    retry_after: int | None = None
    outdated: bool = False


def refusal_of(error: Exception) -> Refusal:
    """A refusal as a page says it. Raises the error itself where it is none that people should read."""
    match error:
        case Refusals():
            found = tuple(sentence for _, sentence in error.sentences)
            return Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "This cannot be recorded", found, error.code)
        case LaterImpossible():
            found = (f"{error.label} becomes impossible by this. Correct it together with this one:",)
            found += tuple(sentence for _, sentence in error.sentences)
            return Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, f"{error.label} stands in the way", found, error.code)
        case Invalid():
            return Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "This cannot be", (str(error),), error.code, error.field)
        case LimitReached():
            return Refusal(
                HTTPStatus.TOO_MANY_REQUESTS, "Too fast", (str(error),), error.code, retry_after=error.retry_after
            )
        case NotAllowed():
            return Refusal(HTTPStatus.FORBIDDEN, "This link does not allow that", (str(error),), error.code)
        case StateRefusal():
            outdated = isinstance(error, VersionOutdated)
            return Refusal(HTTPStatus.CONFLICT, "Not booked", (str(error),), error.code, outdated=outdated)
        case KeyReused():
            return Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "Already sent", (KEY_USED,), "key-reused")
        case BadKey():
            return Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "Not booked", (KEY_BAD,), "key-missing")
    raise error


def with_refusal(response: HttpResponse, refusal: Refusal) -> HttpResponse:
    """A response that carries the status of a refusal, and when to try again."""
    response.status_code = refusal.status
    if refusal.retry_after is not None:
        response["Retry-After"] = str(refusal.retry_after)
    return response


def refused(request: HttpRequest, error: Exception, *, back: str) -> HttpResponse:
    """The page that says what was refused and leads ``back`` (an address), where a page has no better place for it."""
    refusal = refusal_of(error)
    context = {"refusal": refusal, "back": back}
    return with_refusal(render(request, "games/refused.html", context), refusal)
