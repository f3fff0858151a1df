"""The same key gets the same answer; a key used for something else is refused and the fields are named."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import canonical, submissions
from accounts.models import Submission

KEY = "0123456789abcdef"
CONTENT = {"deal": {"dealer": 1, "tricks": [0, 0, 2]}, "number": 7}


def draft(content: object = CONTENT, **changes: str) -> Submission:
    """A draft of one deal's submission, with what the test changes."""
    fields = {"scope": "session:1", "actor": "link:1", "operation": "record", "key": KEY, **changes}
    return submissions.draft(content=content, **fields)


def find(content: object = CONTENT, **changes: str) -> Submission | None:
    """What is kept under the key of `draft`, with what the test changes."""
    fields = {"scope": "session:1", "actor": "link:1", "operation": "record", "key": KEY, **changes}
    return submissions.find(fields["scope"], fields["actor"], fields["operation"], fields["key"], content)


def test_the_same_key_and_content_find_the_same_answer(db: None) -> None:
    assert find() is None
    submissions.keep(draft(device="phone", why="slip"), {"entry": 7}, status=201)

    again = find({"number": 7, "deal": {"tricks": (0, 0, 2), "dealer": 1}})
    assert again is not None
    assert (
        again.answer,
        again.status,
        again.refused,
        again.device,
        again.why,
    ) == ({"entry": 7}, 201, False, "phone", "slip")


def test_a_refusal_is_kept_and_found(db: None) -> None:
    submissions.keep(draft(), {"code": "settled"}, refused=True)

    again = find()
    assert again is not None
    assert (again.answer, again.status, again.refused) == ({"code": "settled"}, 409, True)


@pytest.mark.parametrize(
    ("content", "fields"),
    [
        ({"deal": {"dealer": 2, "tricks": [0, 0, 2]}, "number": 7}, ["/deal/dealer"]),
        ({"deal": {"dealer": 1, "tricks": [0, 1, 2, 2]}, "number": 7}, ["/deal/tricks/1", "/deal/tricks/3"]),
        ({"deal": {"dealer": True, "tricks": [0, 0, 2]}, "number": 7}, ["/deal/dealer"]),
        ({"deal": {"dealer": 1, "tricks": [0, 0, 2]}}, ["/number"]),
        ({"deal": None, "number": 7, "a/b~c": 1}, ["/a~1b~0c", "/deal"]),
        ([], [""]),
    ],
)
def test_the_same_key_with_other_content_is_refused_and_names_the_fields(
    db: None, content: object, fields: list[str]
) -> None:
    submissions.keep(draft(), {"entry": 7})

    with pytest.raises(submissions.KeyReused) as caught:
        find(content)

    assert fields == caught.value.fields


@pytest.mark.parametrize("name", ["scope", "actor", "operation", "key"])
def test_a_key_belongs_to_its_scope_actor_and_operation(db: None, name: str) -> None:
    submissions.keep(draft(), {"entry": 7})

    assert find({"other": 1}, **{name: "another-0123456789"}) is None


@pytest.mark.parametrize(
    "key", ["", "a" * 15, "a" * 65, "a" * 16 + "\n", "a" * 15 + "é", "a b" * 8, None, 16, "٣" * 16]
)
def test_a_key_that_is_none_is_refused(db: None, key: str) -> None:
    with pytest.raises(submissions.BadKey, match="16 to 64"):
        find(key=key)
    with pytest.raises(submissions.BadKey, match="16 to 64"):
        draft(key=key)


@pytest.mark.parametrize("key", ["a" * 16, "Z-_9" * 16])
def test_keys_of_both_lengths_are_taken(db: None, key: str) -> None:
    submissions.keep(draft(key=key), {})

    assert find(key=key) is not None


@pytest.mark.parametrize("status", [500, 503, 199, 0])
def test_an_answer_that_is_not_final_is_never_kept(db: None, status: int) -> None:
    with pytest.raises(ValueError, match="no final answer"):
        submissions.keep(draft(), {}, status=status)
    with pytest.raises(IntegrityError), transaction.atomic():
        Submission.objects.create(
            operation="o", key=KEY, content={}, answer={}, status=status, created_at=timezone.now()
        )

    assert find() is None


def test_a_twin_that_was_faster_is_noticed(db: None) -> None:
    submissions.keep(draft(), {"entry": 7})

    with pytest.raises(IntegrityError), transaction.atomic():
        submissions.keep(draft(), {"entry": 8})

    assert Submission.objects.count() == 1


def test_what_a_column_would_cut_is_refused(db: None) -> None:
    with pytest.raises(ValueError, match="device"):
        submissions.keep(draft(device="x" * 101), {})


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ({"a": [1, 0.5]}, "/a/1"),
        ({"a": "x\0"}, "/a"),
        ({"a": "\ud800"}, "/a"),
        ({1: 2}, "key 1"),
        (float("nan"), "float"),
    ],
)
def test_content_that_cannot_be_kept_is_refused_by_place(content: object, place: str) -> None:
    with pytest.raises(canonical.ContentError, match=place):
        draft(content)


def test_after_an_erasure_a_reused_key_is_still_noticed(db: None) -> None:
    submission = submissions.keep(draft(why="Ann miscounted"), {"name": "Ann"})
    submission.why, submission.content, submission.answer = "", {}, {}
    submission.save()

    assert find() is not None
    with pytest.raises(submissions.KeyReused) as caught:
        find({"number": 8})
    assert caught.value.fields == [""]


def test_recent_submissions_are_counted_by_scope_and_by_device(db: None) -> None:
    since = timezone.now() - timedelta(minutes=1)
    for number, (scope, device) in enumerate([("a", "p"), ("a", "q"), ("b", "p"), ("b", "")]):
        submissions.keep(draft(scope=scope, device=device, key=f"{KEY}{number}"), {})

    assert submissions.recent("a", "p", since) == (2, 2)
    assert submissions.recent("b", "q", since) == (2, 1)
    assert submissions.recent("b", "", since) == (2, 0)
    assert submissions.recent("a", "p", timezone.now() + timedelta(seconds=1)) == (0, 0)
