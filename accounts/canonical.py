"""One way to write a value as JSON, so that equal contents have equal bytes and one digest.

Objects have their keys sorted, there is no white space, text is UTF-8 and not escaped beyond what JSON demands. There
are no fractions: amounts are whole numbers everywhere, and a float would be written differently by different writers.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"


class ContentError(ValueError):
    """The value cannot be kept as canonical JSON; the message names the place as a JSON pointer and says why."""


def pointer(*steps: str | int) -> str:
    """The JSON pointer (RFC 6901) of the value reached by these keys and indexes; "" is the whole document.

    >>> pointer("deal", "tricks", 0, "a/b")
    '/deal/tricks/0/a~1b'
    """
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def plain(value: object, *steps: str | int) -> Json:
    """The value in lists, dicts, text, whole numbers, booleans and None; raises ContentError for anything else."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return _plain_text(value, *steps)
    if isinstance(value, Mapping):
        return {_plain_key(key, *steps): plain(item, *steps, key) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview):
        return [plain(item, *steps, index) for index, item in enumerate(value)]
    raise ContentError(f"{_place(*steps)} is a {type(value).__name__}, which cannot be kept as canonical JSON.")


def canonical(value: object) -> bytes:
    """The bytes of the value as canonical JSON.

    >>> canonical({"b": [1, None], "a": "é"}).decode()
    '{"a":"é","b":[1,null]}'
    """
    text = json.dumps(plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode()


def digest(value: object) -> str:
    """The SHA-256 of the canonical bytes, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def differences(old: Json, new: Json, *steps: str | int) -> list[str]:
    """The JSON pointers of what differs, in order of the keys; true and 1 differ, as they do in JSON.

    >>> differences({"deal": {"dealer": 1, "kind": "single"}}, {"deal": {"dealer": 2, "kind": "single"}, "n": 7})
    ['/deal/dealer', '/n']
    """
    if isinstance(old, dict) and isinstance(new, dict):
        found: list[str] = []
        for key in sorted(old.keys() | new.keys()):
            if key in old and key in new:
                found += differences(old[key], new[key], *steps, key)
            else:
                found.append(pointer(*steps, key))
        return found
    if isinstance(old, list) and isinstance(new, list):
        shared = min(len(old), len(new))
        found = [place for index in range(shared) for place in differences(old[index], new[index], *steps, index)]
        return found + [pointer(*steps, index) for index in range(shared, max(len(old), len(new)))]
    return [] if type(old) is type(new) and old == new else [pointer(*steps)]


def _plain_key(key: object, *steps: str | int) -> str:
    if not isinstance(key, str):
        raise ContentError(f"{_place(*steps)} has the key {key!r}; keys are text.")
    return _plain_text(key, *steps)


def _plain_text(text: str, *steps: str | int) -> str:
    # PostgreSQL stores neither of the two.
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise ContentError(f"{_place(*steps)} holds a NUL or half a surrogate pair.")
    return str(text)


def _place(*steps: str | int) -> str:
    return f"The value at {pointer(*steps)}" if steps else "The value"
