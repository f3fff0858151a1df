"""Where people find this server: the socket it listens on and the addresses that phones can reach."""

import errno
import io
import socket

import segno


class CannotListenError(Exception):
    """The host and port asked for cannot be had; the message says why and what to do."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Port 0 takes any free one. Raises CannotListenError."""
    if port > 65_535:
        raise CannotListenError(f"PORT is {port}, but the highest port is 65535.")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except socket.gaierror as error:
        raise CannotListenError(f"HOST is {host!r}, which is no address of this machine.") from error
    except OSError as error:
        raise CannotListenError(_why(error, host, port)) from error
    return listener


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program. Stop that one, or choose another port: PORT={port + 1}"
    if error.errno == errno.EACCES:
        return f"Port {port} needs administrator rights. Choose one above 1023, such as PORT=8000"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"HOST is {host!r}, which is no address of this machine. HOST=0.0.0.0 listens on all of them."
    return f"Cannot listen on {host}, port {port}: {error.strerror}."


def local_network_address() -> str | None:
    """This machine's address in the local network, or None if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing: it only asks the routing table which address would be used.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith(("127.", "0.")) else address


def addresses(host: str, port: int, site_url: str) -> tuple[str, str | None]:
    """(the address on this machine, the address for phones or None if there is none)."""
    if host in ("0.0.0.0", "::"):  # noqa: S104
        here, there = "localhost", local_network_address()
    else:
        here, there = host, None if host in ("localhost", "::1") or host.startswith("127.") else host
    own = f"http://{f'[{here}]' if ':' in here else here}:{port}/"
    if site_url:
        return own, f"{site_url}/"
    return own, None if there is None else f"http://{f'[{there}]' if ':' in there else there}:{port}/"


def terminal_qr(url: str, encoding: str | None) -> str:
    """`url` as a QR code for a terminal: half blocks where the encoding has them, else coloured spaces."""
    for compact in (True, False):
        out = io.StringIO()
        segno.make(url, error="m", micro=False).terminal(out=out, compact=compact, border=2)
        try:
            out.getvalue().encode(encoding or "ascii")
        except UnicodeEncodeError:
            continue
        return out.getvalue()
    return ""
