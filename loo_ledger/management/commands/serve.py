"""The one-machine server: web, worker and beat together."""

import contextlib
import fcntl
import os
import signal
import sys
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, connections

from loo_ledger import addresses, checks, collected, durability
from loo_ledger.children import Child, Family


class Command(BaseCommand):
    """Migrates, then runs web, worker and beat until it is told to stop; nothing it started outlives it."""

    help = "Start Loo Ledger on this machine: pages, report worker and scheduler. PORT and HOST choose where."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--workers: web processes."""
        parser.add_argument("--workers", type=int, default=2, help="number of web processes (default: 2)")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Serve. Exit code 0 when told to stop; CommandError says what is in the way."""
        lock = self._lock()
        try:
            listener = addresses.listen(settings.HOST, settings.PORT)
        except addresses.CannotListenError as error:
            raise CommandError(str(error)) from error
        self._prepare()
        port = int(listener.getsockname()[1])
        family = Family(_children(listener.fileno(), options["workers"]), self._say)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda *_: family.ask_to_stop())
        try:
            web, *others = family.children
            web.start()
            if self._announce(family, port):
                for child in others:  # only now: they would take the processor from the first page
                    child.start()
                code = family.watch()
            else:  # it has never answered: starting it again would not help
                code = 0 if family.stopping else 1
        finally:
            family.stop()
            listener.close()
            lock.close()
        if code:
            raise CommandError("The web server cannot run; the lines above say why.", returncode=code)
        self._say("Loo Ledger has stopped.")

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()

    def _lock(self) -> IO[str]:
        """Held for as long as this process lives, so that two servers never share a data folder."""
        lock = (Path(settings.DATA) / "serve.lock").open("w", encoding="ascii")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise CommandError(
                f"Loo Ledger already runs on the data folder {settings.DATA}. Stop that one, or set LOO_DATA."
            ) from error
        return lock

    def _prepare(self) -> None:
        """Bring database and static files up to date, alone: the processes that follow find them so."""
        silence = checks.wait_for_database(10)
        if silence is not None:
            raise CommandError(f"The database does not answer: {silence}")
        self._refuse(durability.problems(connection))
        if checks.unapplied_migrations():
            self._say("Bringing the database up to date ...")
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SET statement_timeout = 0")  # an upgrade may take its time; a request may not
            call_command("migrate", interactive=False, verbosity=0, skip_checks=True)
        self._refuse(checks.reasons_to_refuse())
        collected.collect_if_changed()
        connections.close_all()

    def _refuse(self, reasons: list[str]) -> None:
        if reasons:
            raise CommandError("\n".join(f"Loo Ledger will not start: {reason}" for reason in reasons), returncode=4)

    def _announce(self, family: Family, port: int) -> bool:
        """Once the first page answers, say where; whether one did."""
        here, there = addresses.addresses(settings.HOST, port, settings.LOO_SITE_URL)
        while not family.stopping and family.children[0].running and not _answers(here):
            time.sleep(0.05)
        if family.stopping or not family.children[0].running:
            return False
        self._say(f"\nLoo Ledger is ready.\n\n  On this machine:  {here}")
        if there is None:
            self._say("  Only this machine can reach it. HOST=0.0.0.0 lets phones in the local network in.")
        else:
            self._say(f"  On the phones at the table:  {there}\n")
            self._say(addresses.terminal_qr(there, getattr(self.stdout, "encoding", None)))
        self._say("  Ctrl-C stops it.")
        return True


def _answers(address: str) -> bool:
    with contextlib.suppress(urllib.error.URLError, OSError):
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"{address}healthz", timeout=1) as answer:
            return bool(answer.status == 200)
    return False


def _children(listener: int, workers: int) -> list[Child]:
    """Web first: the others are restarted quietly, but a web server that refuses ends everything."""
    python = [sys.executable, "-m"]
    celery = [*python, "celery", "--quiet", "--app", "loo_ledger"]
    environment = dict(os.environ)
    worker = "worker --pool threads --concurrency 2 --without-gossip --without-mingle --without-heartbeat"
    # Nothing to remember between two runs: the schedule is short and every bell is harmless.
    beat = "beat --pidfile= --scheduler celery.beat:Scheduler"
    return [
        Child(
            "web",
            [*python, "gunicorn", "--config", "python:loo_ledger.gunicorn", "--bind", f"fd://{listener}",
             "--workers", str(workers), "loo_ledger.wsgi"],
            environment,
            pass_fds=(listener,),
            fatal=frozenset({3, 4}),
        ),
        Child("worker", [*celery, *worker.split(), "--loglevel", "WARNING"], environment),
        Child("beat", [*celery, *beat.split(), "--loglevel", "WARNING"], environment),
    ]  # fmt: skip
