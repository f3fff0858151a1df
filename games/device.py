"""Which device asks: a random name in a cookie of its own, no more than that. Limits and doubles go by it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = f"{settings.COOKIE_PREFIX}device"
YEAR = 365 * 24 * 3600
_NAME = re.compile(r"[A-Za-z0-9_-]{8,32}", re.ASCII)


def device_of(request: HttpRequest) -> str:
    """The name of the device that sent a request, or an empty text where it has none yet."""
    name = request.COOKIES.get(COOKIE, "")
    return name if _NAME.fullmatch(name) else ""


class DeviceMiddleware:
    """Gives a device its name with the first page it sees."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, and name the device where it has no name and has been shown a page."""
        response = self.get_response(request)
        shown = request.method == "GET" and response.get("Content-Type", "").startswith("text/html")
        if shown and not device_of(request):
            response.set_cookie(
                COOKIE,
                secrets.token_urlsafe(12),
                max_age=YEAR,
                secure=settings.HTTPS,
                httponly=True,
                samesite="Lax",
            )
        return response
