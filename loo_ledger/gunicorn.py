"""How the web server runs, in `manage.py serve` and in containers alike."""

import logging
from pathlib import Path

from gunicorn.glogging import Logger

from loo_ledger.logs import RedactingFormatter


class WebLogger(Logger):  # type: ignore[misc]  # the library has no types
    """The server's own log, with the secrets of links left out."""

    def _set_handler(self, log: logging.Logger, *args: object, **kwargs: object) -> None:
        super()._set_handler(log, *args, **kwargs)
        for handler in log.handlers:
            handler.setFormatter(RedactingFormatter("{asctime} {levelname} web: {message}", style="{"))


logger_class = WebLogger
loglevel = "warning"
accesslog = None  # every line would carry the key to a table
worker_class = "gthread"
workers = 2
preload_app = True  # imported once, shared by all; the check at start closes its connection before the workers are made
threads = 8
keepalive = 30  # pages ask every 2 s: a shorter time would cut the connection between two questions
timeout = 30
graceful_timeout = 5
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
