"""Where a page of a table is, and how to go on from a form that was taken."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect


def secret_in(request: HttpRequest) -> str:
    """The secret in the address of a table's page: the one that whoever is asking holds already."""
    match = request.resolver_match
    if match is None:
        raise ValueError("the request has not been resolved")
    return str(match.kwargs["secret"])


def address(request: HttpRequest, page: str, *more: object) -> str:
    """The address of another page of the same table, under the same secret."""
    return reverse(page, args=[secret_in(request), *more])


def see_other(request: HttpRequest, to: str) -> HttpResponse:
    """Go and get another page, after a form was taken: 303, or the same for htmx."""
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(to)
    return HttpResponse(status=303, headers={"Location": to})
