"""What every answer carries and what no request may do, asked of the real web server."""

import http.client
import re
from pathlib import Path

import pytest

from loo_ledger.hosts import is_local
from tests.conftest import StartServer
from tests.support.processes import Server

pytestmark = pytest.mark.sqlite  # no database has a part in it
DIRECTIVES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'self'",
    "frame-ancestors": "'none'",
}


def policy(headers: dict[str, str]) -> dict[str, str]:
    parts = headers["content-security-policy"].split(";")
    return {part.split()[0]: " ".join(part.split()[1:]) for part in parts}


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/no-such-page"])
def test_every_answer_carries_the_headers(server: Server, path: str) -> None:
    _, headers, _ = server.get(path)
    assert policy(headers) == DIRECTIVES
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert headers["cache-control"] == "no-store"
    assert {"Cookie", "HX-Request"} <= set(headers["vary"].split(", "))
    assert headers["x-robots-tag"] == "noindex, nofollow"
    assert "x-powered-by" not in headers
    assert re.fullmatch("[a-z]+", headers["server"])
    assert "strict-transport-security" not in headers


def test_behind_https_cookies_and_headers_say_so(start_server: StartServer) -> None:
    server = start_server(LOO_SITE_URL="https://loo.example.org")
    forwarded = {"Host": "loo.example.org", "X-Forwarded-Proto": "https"}
    status, headers, _ = server.get("/no-such-page", forwarded)
    assert status == 404
    assert headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"
    status, headers, _ = server.get("/no-such-page", {"Host": "loo.example.org"})
    assert (status, headers["location"]) == (301, "https://loo.example.org/no-such-page")
    assert server.get("/healthz")[0] == 200
    assert server.get("/healthz", {"Host": "other.example.org"})[0] == 400


def test_hashed_static_files_are_kept_for_a_year(server: Server, static_root: Path) -> None:
    manifest = (static_root / "staticfiles.json").read_text("utf-8")
    names = re.findall(r'"(django_htmx/htmx[^"]*\.[0-9a-f]{12}\.js)"', manifest)
    status, headers, body = server.get(f"/static/{names[0]}", {"Accept-Encoding": "gzip"})
    assert status == 200
    assert len(body) > 1_000
    assert "immutable" in headers["cache-control"]
    assert headers["content-encoding"] == "gzip"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("192.0.2.7:8000", True),
        ("[fd00::7]:8000", True),
        ("localhost", True),
        ("raspberry", True),
        ("raspberry.local:8000", True),
        ("loo.box.example", False),
        ("loo.home.arpa", True),
        ("evil.example.com", False),
        ("evil.example.com:8000", False),
        ("local.example.com", False),
        ("evillocal.com", False),
        ("", False),
    ],
)
def test_only_names_of_a_local_network_are_let_in(host: str, local: bool) -> None:
    assert is_local(host) is local


def test_a_name_that_a_stranger_could_point_here_is_refused(server: Server) -> None:
    assert server.get("/healthz", {"Host": "evil.example.com"})[0] == 400
    assert server.get("/healthz", {"Host": f"{server.host}:{server.port}"})[0] == 200


@pytest.mark.parametrize(("length", "status"), [(64 * 1024, 404), (64 * 1024 + 1, 413), (10**12, 413)])
def test_a_body_beyond_the_limit_is_refused_unread(server: Server, length: int, status: int) -> None:
    connection = http.client.HTTPConnection(server.host, server.port, timeout=10)
    connection.putrequest("POST", "/healthz" if status == 413 else "/no-such-page")
    connection.putheader("Content-Length", str(length))
    connection.endheaders()
    if status != 413:
        connection.send(b"x" * length)
    answer = connection.getresponse()
    assert answer.status == status
    if status == 413:
        assert f"at most {64 * 1024}" in answer.read().decode()
    connection.close()


def test_no_log_holds_the_secret_of_a_link(server: Server) -> None:
    secret = "q7PzS0dXhKk2mV9aTtE1uw"
    assert server.get(f"/t/{secret}/no-such-page?key={secret}")[0] == 404
    assert server.get(f"/t/{secret}/%00", {"Host": "evil.example.com"})[0] == 400
    said = server.process.said()
    assert "/t/…/no-such-page" in said
    assert secret not in said
