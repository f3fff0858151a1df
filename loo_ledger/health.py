"""Two addresses for whoever watches the server: is the process alive, and may people be sent to it."""

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse

from loo_ledger import checks


def healthz(request: HttpRequest) -> HttpResponse:
    """200 as long as this process answers at all."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


def readyz(request: HttpRequest) -> JsonResponse:
    """200 if the database answers, is migrated, has its guards and loses nothing; else 503 with the reasons."""
    try:
        reasons = checks.reasons_to_refuse()
    except DatabaseError:
        reasons = ["The database does not answer."]
    return JsonResponse({"ready": not reasons, "reasons": reasons}, status=503 if reasons else 200)
