"""All addresses of Loo Ledger, by room."""

from django.urls import URLPattern, URLResolver, include, path

from loo_ledger import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("", include("games.urls")),
]
