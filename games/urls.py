"""The pages of the game, by address."""

from django.urls import URLPattern, path

from games.views.home import home

urlpatterns: list[URLPattern] = [
    # Before a table exists
    path("", home, name="home"),
]
