"""Logging that keeps the secrets of links out: the path of a table's page is the key to it."""

import logging
import re

# A link's secret has at least 128 bits: 22 signs of base64 or more. No word in our own paths is as long.
_SECRET = re.compile(r"([/=])[A-Za-z0-9_~-]{16,}")


def redact(text: str) -> str:
    """`text` with every long path segment, and every long value of a query, replaced by an ellipsis."""
    return _SECRET.sub(r"\1…", text)


class RedactingFormatter(logging.Formatter):
    """Formats a record with its message redacted; tracebacks carry no paths of requests and stay whole."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  (the base class's name)
        """The line of the record."""
        record.message = redact(record.message)
        return super().formatMessage(record)
