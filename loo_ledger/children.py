"""Programs that run beside each other, are started again when they die, and end with the one that started them."""

import contextlib
import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

# Loaded before any fork: between fork and exec only the call itself is made.
_LIBC = ctypes.CDLL(None, use_errno=True)
_PR_SET_PDEATHSIG = 1
LONGEST_PAUSE = 30.0  # seconds between two starts of a program that keeps dying
STEADY = 60.0  # seconds after which a program counts as running well again


def _end_with(parent: int) -> Callable[[], None]:
    def prepare() -> None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it died between fork and the call: nobody would send the signal
            os._exit(1)

    return prepare


@dataclass
class Child:
    """One program. `fatal` exit codes mean that starting it again is no use."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    pass_fds: tuple[int, ...] = ()
    fatal: frozenset[int] = frozenset()
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    pause: float = field(default=1.0, init=False)
    started: float = field(default=0.0, init=False)

    def start(self) -> None:
        """Start it. Must be called from the main thread: the kernel's signal comes when the starting *thread* ends."""
        self.process = subprocess.Popen(
            self.command,
            env=dict(self.environment),
            pass_fds=self.pass_fds,
            stdin=subprocess.DEVNULL,
            preexec_fn=_end_with(os.getpid()),  # noqa: PLW1509  (no thread runs beside this one)
            process_group=0,  # Ctrl-C reaches the parent alone, which then ends its children in order
        )
        self.started = time.monotonic()

    def signal(self, number: signal.Signals, whole_group: bool = False) -> None:
        """Send a signal to it, or to everything it started too; nothing if it is gone."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            if whole_group:
                os.killpg(self.process.pid, number)
            elif self.process.poll() is None:
                self.process.send_signal(number)

    @property
    def running(self) -> bool:
        """Whether it runs now."""
        return self.process is not None and self.process.poll() is None


class Family:
    """Children that are watched together until `stop` is called or one dies for good."""

    def __init__(self, children: Sequence[Child], say: Callable[[str], None]) -> None:
        self.children = children
        self.say = say
        self.stopping = False
        self._due: dict[str, float] = {}

    def ask_to_stop(self) -> None:
        """Make `watch` return soon. Safe in a signal handler; asked twice, nothing is waited for any more."""
        if self.stopping:
            for child in self.children:
                child.signal(signal.SIGKILL, whole_group=True)
        self.stopping = True

    def watch(self) -> int:
        """Keep them running until asked to stop. The exit code: 0, or that of a child that will never run."""
        while not self.stopping:
            for child in self.children:
                if not child.running and (code := self._bury(child)) is not None:
                    return code
            time.sleep(0.2)
        return 0

    def _bury(self, child: Child) -> int | None:
        """Note a death, start again when its pause is over; the exit code if that is no use."""
        now = time.monotonic()
        if child.name not in self._due:
            code = child.process.returncode if child.process else 1
            if code in child.fatal:
                return code
            child.signal(signal.SIGKILL, whole_group=True)  # what it left behind, such as its own children
            child.pause = 1.0 if now - child.started > STEADY else min(child.pause * 2, LONGEST_PAUSE)
            self._due[child.name] = now + child.pause / 2
            self.say(f"The {child.name} process ended ({code}); it is started again.")
        elif now >= self._due[child.name]:
            del self._due[child.name]
            child.start()
        return None

    def stop(self, seconds: float = 8.0) -> None:
        """End them all: asked first, then told, then by force. Returns when none is left."""
        self.stopping = True
        for number, patience in ((signal.SIGTERM, seconds), (signal.SIGQUIT, 2.0), (signal.SIGKILL, 5.0)):
            for child in self.children:
                child.signal(number)
            until = time.monotonic() + patience
            while any(child.running for child in self.children) and time.monotonic() < until:
                time.sleep(0.05)
        for child in self.children:
            child.signal(signal.SIGKILL, whole_group=True)
