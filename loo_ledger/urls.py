"""All addresses of Loo Ledger, by room."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [path("", include("games.urls"))]
