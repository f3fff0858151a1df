"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What Loo Ledger is, the ways in, and the way back to a table."""
    return render(request, "games/home.html")
