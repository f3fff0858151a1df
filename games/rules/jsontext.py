"""JSON read strictly: one object in UTF-8, no key twice, no value that other readers would see differently."""

from __future__ import annotations

import json
from typing import Any

from games.rules.filefaults import FileError, Unreadable

MAX_BYTES = 2_000_000
MAX_DEPTH = 20
_TOO_MANY_DIGITS = 10**18


def parse(raw: bytes) -> dict[str, Any]:
    """The object in a file or line.

    Depth and the size of numbers are not looked at: whatever is too deep or too long is in no field of the format, so
    the reader asks :func:`beyond_limits` once it has found an error of form.

    Raises Unreadable with the one error ``json``.
    """
    if len(raw) > MAX_BYTES:
        raise _refused(f"more than {MAX_BYTES} bytes")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _refused(f"byte {error.start + 1} is not UTF-8") from None
    try:
        value = _DECODER.decode(text)
    except RecursionError:
        raise _refused("lists and objects nested too deep") from None
    except ValueError as error:
        raise Unreadable([_error(_reason(error))], _expected(text)) from None
    if not isinstance(value, dict):
        raise _refused("not a JSON object")
    if "\\u" in text:
        fault = _bad_character(value) if any(mark in text for mark in ("\\u0000", "\\ud", "\\uD")) else None
        if fault is not None:
            raise Unreadable([_error(fault)], _expected(text))
    return value


def beyond_limits(value: Any) -> str | None:
    """What is nested more than 20 deep, or longer than 18 digits, in words; None where nothing is."""
    level, depth = [value], 1
    while level:
        below: list[Any] = []
        for item in level:
            if isinstance(item, (dict, list)):
                if depth > MAX_DEPTH:
                    return f"lists and objects more than {MAX_DEPTH} deep"
                below.extend(item.values() if isinstance(item, dict) else item)
            elif type(item) is int and abs(item) >= _TOO_MANY_DIGITS:
                return "a whole number of more than 18 digits"
        level, depth = below, depth + 1
    return None


def json_error(text: str) -> FileError:
    """The error ``json`` of a whole file or line."""
    return _error(text)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(key for key in keys if keys.count(key) > 1)!r} twice in one object")
    return made


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no JSON number")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_number)


def _reason(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}, column {error.colno}: {error.msg}"
    return "a whole number of more than 18 digits" if "integer string conversion" in str(error) else str(error)


def _expected(text: str) -> str | None:
    """What a test file expects, where it can be read leniently."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    expected = value.get("expect_error") if isinstance(value, dict) else None
    return expected if isinstance(expected, str) else None


def _bad_character(value: Any) -> str | None:
    waiting: list[Any] = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            waiting.extend(item)
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)
        elif isinstance(item, str):
            if "\0" in item:
                return "U+0000 in a text"
            if any("\ud800" <= character <= "\udfff" for character in item):
                return "half a surrogate pair in a text"
    return None


def _refused(text: str) -> Unreadable:
    return Unreadable([_error(text)])


def _error(text: str) -> FileError:
    return FileError(0, "json", f"This is not strict JSON: {text}.")
