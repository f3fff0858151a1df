"""The child process that sets a report: a request as JSON on standard input, the PDF on standard output.

It knows no database and no Django, has limits of time and memory, and ends with the process that started it. What the
PDF cannot show is said in one line on standard error.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import typst

CPU_SECONDS = 60
MEMORY_BYTES = 2 * 1024**3
"""Address space, of which the fonts of the machine take the larger part without being loaded."""
STANDARDS = ["a-2a", "ua-1"]
_SOURCE = Path(__file__).with_name("report.typ")
_PARENT_DEATH = 1


def main() -> int:
    """Set one report; the exit code is 0 if there is a PDF."""
    _limit()
    request = json.loads(sys.stdin.buffer.read())
    try:
        pdf, note = render(request)
    except typst.TypstError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stderr.write(note)
    sys.stdout.buffer.write(pdf)
    return 0


def render(request: dict[str, Any]) -> tuple[bytes, str]:
    """The PDF of a request, and what it could not show.

    A sign that no font here has cannot be in an archivable, accessible PDF; then it is made without these standards,
    because a report must not be lost over a name.
    """
    try:
        return _compile(request, STANDARDS), ""
    except typst.TypstError as error:
        reason = str(error).splitlines()[0][:120]
    pdf = _compile(request, [])
    return pdf, f"The PDF is not marked as archivable (PDF/A) and accessible (PDF/UA): {reason}"


def _compile(request: dict[str, Any], standards: Any) -> bytes:
    made: bytes = typst.compile(
        _SOURCE.read_bytes(),
        sys_inputs={"data": json.dumps(request, ensure_ascii=False)},
        pdf_standards=standards,
        timestamp=datetime.fromtimestamp(request["at"], tz=UTC),
    )
    return made


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    parent = os.getppid()
    with contextlib.suppress(AttributeError, OSError):  # only Linux knows this call
        ctypes.CDLL(None).prctl(_PARENT_DEATH, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit(1)


if __name__ == "__main__":
    sys.exit(main())
