"""What the machine says: the data folder, the secret key, whole numbers and yes-or-no settings from the environment."""

import contextlib
import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

ROOT = Path(__file__).resolve().parent.parent


def number(name: str, default: int) -> int:
    """The whole number in environment variable `name`; ImproperlyConfigured names it if it is something else."""
    text = os.environ.get(name, "")
    if not text:
        return default
    if not text.isascii() or not text.isdigit():
        raise ImproperlyConfigured(f"{name} must be a whole number of 0 or more, not {text!r}.")
    return int(text)


def yes(name: str, default: bool = False) -> bool:
    """The yes or no in environment variable `name`; ImproperlyConfigured names it if it is neither."""
    text = os.environ.get(name, "").strip().lower()
    if text in ("", "1", "yes", "true", "on"):
        return default if text == "" else True
    if text in ("0", "no", "false", "off"):
        return False
    raise ImproperlyConfigured(f"{name} must be yes or no, not {text!r}.")


def words(name: str) -> list[str]:
    """The comma-separated words in environment variable `name`."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def data_folder() -> Path:
    """The folder of everything this machine keeps (LOO_DATA, else `.var` beside manage.py), made if it is not there."""
    folder = Path(os.environ.get("LOO_DATA") or ROOT / ".var").resolve()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"The data folder {folder} cannot be made ({error.strerror}). Set LOO_DATA to a folder that may be written."
        ) from error
    return folder


def secret_key(folder: Path) -> str:
    """SECRET_KEY, else the key kept in the data folder, else a new one kept there, which its owner alone may read."""
    given = os.environ.get("SECRET_KEY", "")
    if given:
        return given
    kept = folder / "secret_key"
    if not kept.exists():
        draft = folder / f".secret_key.{os.getpid()}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64), "ascii")
        # A link never replaces: of several processes that start together one key wins, and all read that one.
        with contextlib.suppress(FileExistsError):
            os.link(draft, kept)
        draft.unlink()
    return kept.read_text("ascii").strip()
