"""The report of a settlement, by address."""

from django.urls import URLPattern, path, re_path

from games.views.report import report_file, report_files, report_page

_FILE = r"^t/(?P<secret>[^/]+)/report/(?P<version>[1-9][0-9]{0,8})/report\.(?P<ending>pdf|csv)$"

urlpatterns: list[URLPattern] = [
    path("t/<str:secret>/report/", report_page, name="report"),
    path("t/<str:secret>/report/<int:version>/", report_page, name="report-version"),
    path("t/<str:secret>/report/<int:version>/files/", report_files, name="report-files"),
    re_path(_FILE, report_file, name="report-file"),
]
