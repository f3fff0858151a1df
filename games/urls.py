"""The pages of the game, by address."""

from django.urls import URLPattern, path

from games.page_urls import urlpatterns as page_urls
from games.report_urls import urlpatterns as report_urls
from games.table_urls import urlpatterns as table_urls
from games.views.home import home
from games.views.new import new_table

urlpatterns: list[URLPattern] = [
    # Before a table exists
    path("", home, name="home"),
    path("new/", new_table, name="new"),
    # The entry
    *table_urls,
    # Beside the entry
    *page_urls,
    # The report
    *report_urls,
]
