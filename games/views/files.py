"""The game file: out of a table, and into a new one."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.submissions import BadKey, KeyReused
from games.device import device_of
from games.errors import TableError
from games.exporting import exported
from games.models import Game
from games.rules.filefaults import FileError, Unreadable
from games.rules.gamefile import read
from games.services.commands import Caller
from games.services.files import FileRefused, import_game
from games.views.gate import at_table, new_key
from games.views.place import see_other
from games.views.refusals import refusal_of, with_refusal
from loo_ledger.limits import large_body

_NOTHING = FileError(0, "json", "Choose a file, or paste its text.")
_USED = FileError(0, "key", "This page has opened a table already. Send it once more to open another one.")


@at_table
@require_safe
def game_file_page(request: HttpRequest, caller: Caller) -> HttpResponse:
    """The game as a file to keep, to open elsewhere, or to send with a question."""
    game = Game.objects.get(session=caller.link.session, number=1)
    response = HttpResponse(exported(game), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="loo-{game.session.created_at:%Y-%m-%d}.json"'
    return response


@large_body
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_page(request: HttpRequest) -> HttpResponse:
    """Take a game file in: the whole game, or nothing and every fault."""
    device = device_of(request)
    if request.method != "POST":
        return _page(request)
    raw = _sent(request)
    if not raw.strip():
        return _page(request, [_NOTHING], 422)
    try:
        opened = import_game(read(raw), key=request.POST.get("key", ""), device=device)
    except (Unreadable, FileRefused) as error:
        return _page(request, error.errors, 422)
    except (KeyReused, BadKey):
        return _page(request, [_USED], 409)
    except TableError as error:
        refusal = refusal_of(error)
        return with_refusal(_page(request, [FileError(0, refusal.code, str(error))]), refusal)
    return see_other(request, f"/t/{opened.links['host']}/")


def _sent(request: HttpRequest) -> bytes:
    """The file, or else the text pasted."""
    upload = request.FILES.get("file")
    if isinstance(upload, UploadedFile) and upload.size:
        return bytes(upload.read())
    return request.POST.get("text", "").encode()


def _page(request: HttpRequest, errors: Sequence[FileError] = (), status: int = 200) -> HttpResponse:
    context = {
        "errors": sorted(errors, key=lambda error: error.entry),
        "key": new_key(),
        "text": request.POST.get("text", ""),
        "most": settings.LOO_LIMITS["import_bytes"] // 1024,
    }
    return render(request, "games/open.html", context, status=status)
