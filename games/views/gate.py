"""The way into a table's pages: a secret in the address, and what is said to whom it opens nothing."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from games.access import find_link
from games.device import device_of
from games.services.commands import Caller

TableViewFunction = Callable[..., HttpResponse]


def new_key() -> str:
    """A key for a form, so that sending it twice books once."""
    return secrets.token_urlsafe(18)


def at_table(view: Callable[..., HttpResponse]) -> TableViewFunction:
    """Give a view the :class:`Caller` whose secret is in the address; a secret that opens nothing is not found."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, secret: str, **rest: Any) -> HttpResponse:
        link = find_link(secret)
        if link is None:
            raise Http404
        return view(request, Caller(link, device_of(request)), **rest)

    return guarded
