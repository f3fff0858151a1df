"""Which names a machine in a local network may be called by.

Nobody knows beforehand what a living room calls the machine that keeps the score: an address, a name of the router's, a
`.local` name. What must stay out is a name that a stranger can point at this machine (DNS rebinding), and such a name
always ends in a public domain. So addresses, names without a dot and the reserved local domains are let in.
"""

import ipaddress
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase

# RFC 6761, 6762, 8375, and what home routers give out.
LOCAL_DOMAINS = ("local", "localhost", "lan", "home", "internal", "intranet", "home.arpa", "test")


def is_local(host: str) -> bool:
    """Whether `host` (a Host header, perhaps with a port) can only be meant inside a local network."""
    name, _port = split_domain_port(host)
    if not name:
        return False
    name = name.rstrip(".")
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return "." not in name or name.endswith(tuple(f".{domain}" for domain in LOCAL_DOMAINS))
    return True


class LocalHostsMiddleware:
    """Refuses (400) a Host that a stranger could have named, unless ALLOWED_HOSTS names the hosts itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, or raise DisallowedHost."""
        host = request.get_host()
        if settings.LOCAL_HOSTS_ONLY and not is_local(host):
            raise DisallowedHost(f"{host!r} is not a name of a local network. Add it to ALLOWED_HOSTS.")
        return self.get_response(request)
