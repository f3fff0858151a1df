"""The links of a table: who may see which, each as an address and a QR code, and new ones for those that got out."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access import find_link, may, secrets_of
from games.device import device_of
from games.models import GameSession, Link
from games.services.commands import Caller
from games.services.links import renew, renewed_by
from games.views.gate import new_key
from games.views.place import secret_in, see_other
from games.views.refusals import Refusable, refused
from loo_ledger.addresses import local_network_address

_SHOWN_TO: dict[str, tuple[str, ...]] = {
    Link.Role.HOST: (Link.Role.WATCH, Link.Role.SCORER, Link.Role.HOST),
    Link.Role.SCORER: (Link.Role.WATCH, Link.Role.SCORER),
    Link.Role.WATCH: (Link.Role.WATCH,),
}
"""Which links each role may pass on: never one that allows more than its own."""


@dataclass(frozen=True, slots=True)
class LinkCard:
    """One link as the page shows it; ``url`` is empty where the secret can no longer be shown."""

    role: str
    title: str
    does: str
    lives: str
    url: str
    qr: str
    ended: bool


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def links_page(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the links that the role may pass on; the host may renew each."""
    link = find_link(secret)
    if request.method == "POST":
        return _renew(request, link)
    if link is None:
        raise Http404
    found = secrets_of(link.session) | {link.role: secret}
    cards = [_card(request, link.session, role, found.get(role, "")) for role in _SHOWN_TO[link.role]]
    context = {
        "secret": secret,
        "role": link.role,
        "cards": cards,
        "host": may(link, "links"),
        "new_key": new_key,
        "renewed": request.GET.get("renewed", ""),
    }
    return render(request, "games/links.html", context)


def _renew(request: HttpRequest, link: Link | None) -> HttpResponse:
    role, key = request.POST.get("role", ""), request.POST.get("key", "")
    if link is None:
        # A host who renews his own link with a double tap must not be left outside by his second tap.
        session = renewed_by(secret_in(request), role, key)
        if session is None:
            raise Http404
    else:
        session = link.session
        if role not in Link.Role.values:
            raise Http404
        try:
            renew(Caller(link, device_of(request)), role, key=key)
        except Refusable as error:
            return refused(request, error, back=reverse("links", args=[secret_in(request)]))
    mine = secrets_of(session).get(Link.Role.HOST, "") if role == Link.Role.HOST else secret_in(request)
    return see_other(request, reverse("links", args=[mine]) + f"?renewed={role}")


def _card(request: HttpRequest, session: GameSession, role: str, secret: str) -> LinkCard:
    title, does, lives = _words(role)
    url = f"{public_base(request)}/t/{secret}/" if secret else ""
    ended = role == Link.Role.SCORER and session.settled
    return LinkCard(role, title, does, lives, url, "" if not url or ended else qr_code(url), ended)


def _words(role: str) -> tuple[str, str, str]:
    days = settings.LOO_LIMITS["watch_link_days"]
    return {
        Link.Role.WATCH: (
            "For everybody to watch",
            "Shows the board, the rules, who pays whom and the report. Changes nothing.",
            f"Holds until nothing has happened at the table for {days} days.",
        ),
        Link.Role.SCORER: (
            "For a second scorer",
            "Records deals, undoes and corrects, like the phone that keeps the score now.",
            "Holds until the table is settled.",
        ),
        Link.Role.HOST: (
            "For you, the host",
            "Everything: rules, settlement and links too, also from another phone. Keep it to yourself.",
            "Holds for good.",
        ),
    }[Link.Role(role)]


def public_base(request: HttpRequest) -> str:
    """The address by which other phones reach this server, without a slash at its end.

    Whoever sits at the server itself calls it localhost; for the others that becomes its address in their network.
    """
    if settings.LOO_SITE_URL:
        return str(settings.LOO_SITE_URL)
    own = urlsplit(request.build_absolute_uri("/"))
    if own.hostname in ("localhost", "127.0.0.1", "::1"):
        there = local_network_address()
        if there:
            return f"{own.scheme}://{there}" + (f":{own.port}" if own.port else "")
    return f"{own.scheme}://{own.netloc}"


def qr_code(url: str) -> SafeString:
    """A QR code as an inline picture, dark on light in both themes, without any style that the policy refuses."""
    svg = segno.make(url, error="m", micro=False).svg_inline(omitsize=True, border=3, light="#fff", dark="#000")
    return SafeString(svg)
