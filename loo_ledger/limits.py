"""How large a request may be."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

View = Callable[..., HttpResponseBase]


def large_body(view: View) -> View:
    """Mark `view` as one that takes a whole game file: LOO_LIMITS["import_bytes"] in place of ["body_bytes"]."""
    view.takes_large_body = True  # type: ignore[attr-defined]
    return view


class BodyLimitMiddleware:
    """Refuses (413) a body beyond its view's limit before a byte of it is read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: View, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """The refusal, if the announced length is beyond the limit."""
        name = "import_bytes" if getattr(view, "takes_large_body", False) else "body_bytes"
        limit = settings.LOO_LIMITS[name]
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdigit() and int(length) <= limit:
            return None
        return HttpResponse(
            f"This is too large: {length} bytes were sent, at most {limit} are taken here.\n",
            status=413,
            content_type="text/plain; charset=utf-8",
        )
