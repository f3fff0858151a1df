"""The pages of a table beside the entry: board, rules, corrections, settlement, links, the game file."""

from django.urls import URLPattern, path

from games.views.board import board_page
from games.views.correct import correct_page, insert_page
from games.views.files import game_file_page, open_page
from games.views.links import links_page
from games.views.rules import rules_page
from games.views.rules_change import change_rules_page
from games.views.settle import settle_page

urlpatterns: list[URLPattern] = [
    path("open/", open_page, name="open"),
    path("t/<str:secret>/board/", board_page, name="board"),
    path("t/<str:secret>/rules/", rules_page, name="rules"),
    path("t/<str:secret>/rules/change/", change_rules_page, name="change-rules"),
    path("t/<str:secret>/correct/<uuid:entry>/", correct_page, name="correct"),
    path("t/<str:secret>/insert/", insert_page, name="insert"),
    path("t/<str:secret>/settle/", settle_page, name="settle"),
    path("t/<str:secret>/links/", links_page, name="links"),
    path("t/<str:secret>/game.json", game_file_page, name="game-file"),
]
