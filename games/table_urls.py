"""The pages of a table on which entries are made."""

from django.urls import URLPattern, path

from games.views import adjust, deals, finish, more, penalty, recording, table

urlpatterns: list[URLPattern] = [
    path("t/<str:secret>/", table.table_page, name="table"),
    path("t/<str:secret>/record/", recording.record_deal, name="record"),
    path("t/<str:secret>/undo/", recording.undo_last, name="undo"),
    path("t/<str:secret>/deals/", deals.all_deals, name="deals"),
    path("t/<str:secret>/more/", more.more_page, name="more"),
    path("t/<str:secret>/penalty/", penalty.penalty_page, name="penalty"),
    path("t/<str:secret>/adjust/", adjust.adjust_page, name="adjust"),
    path("t/<str:secret>/finish/", finish.finish_page, name="finish"),
]
