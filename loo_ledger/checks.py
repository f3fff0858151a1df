"""What must hold before anything is served, and the refusal when it does not."""

import sys
import time
from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register, run_checks
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections
from django.db.migrations.executor import MigrationExecutor

from accounts import guards
from loo_ledger import durability


@register(Tags.database)
def settings_that_lose_nothing(
    app_configs: Sequence[Any] | None = None, databases: Sequence[str] | None = None, **_kwargs: Any
) -> list[CheckMessage]:
    """One error (loo.E001) for each database setting in force that could lose a booked deal."""
    return [
        Error(sentence, id="loo.E001")
        for alias in databases or ()
        for sentence in durability.problems(connections[alias])
    ]


def unapplied_migrations(alias: str = DEFAULT_DB_ALIAS) -> list[str]:
    """The names of the migrations that this database still lacks, in the order in which they would be applied."""
    executor = MigrationExecutor(connections[alias])
    return [str(migration) for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]


def reasons_to_refuse(alias: str = DEFAULT_DB_ALIAS) -> list[str]:
    """Everything that forbids serving from this database, a sentence each: migrations, else guards and all checks."""
    lacking = unapplied_migrations(alias)
    if lacking:
        return [f"The database lacks {len(lacking)} migrations, {lacking[0]} first. Run manage.py migrate."]
    found = run_checks(tags=[Tags.database], databases=[alias])
    reasons = [message.msg for message in found if message.is_serious()]
    try:
        guards.require(alias)
    except guards.GuardsMissing as refusal:
        reasons.append(str(refusal))
    return reasons


def wait_for_database(seconds: float, alias: str = DEFAULT_DB_ALIAS) -> str | None:
    """Wait until the database answers; what it said at last if it has not within `seconds`, else None."""
    until = time.monotonic() + seconds
    while True:
        try:
            connections[alias].ensure_connection()
        except OperationalError as error:
            if time.monotonic() >= until:
                return str(error).strip()
            time.sleep(0.25)
        else:
            return None


def refuse_to_start(alias: str = DEFAULT_DB_ALIAS, wait_seconds: float = 10) -> None:
    """Return if all is well; else say on standard error what must be changed and exit with 4.

    4 is the code by which gunicorn's workers tell their parent that starting another is no use.
    """
    silence = wait_for_database(wait_seconds, alias)
    reasons = [f"The database does not answer: {silence}"] if silence is not None else reasons_to_refuse(alias)
    if not reasons:
        connections[alias].close()
        return
    for reason in reasons:
        print(f"Loo Ledger will not start: {reason}", file=sys.stderr)
    sys.exit(4)
