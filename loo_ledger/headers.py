"""The response headers that neither Django nor django-csp sets."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

_OFF = (
    "accelerometer autoplay browsing-topics camera display-capture encrypted-media fullscreen geolocation gyroscope "
    "magnetometer microphone midi payment picture-in-picture publickey-credentials-get usb xr-spatial-tracking"
)
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in _OFF.split())


class HeadersMiddleware:
    """Adds the isolation, permission, caching and robots headers; what a view has set itself stays."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer with the headers of a page, or of a static file."""
        response = self.get_response(request)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        if request.path.startswith(settings.STATIC_URL):
            return response
        response.headers.setdefault("Cache-Control", "no-store")
        patch_vary_headers(response, ("Cookie", "HX-Request"))
        if request.path != "/":
            response.headers.setdefault("X-Robots-Tag", "noindex, nofollow")
        return response
