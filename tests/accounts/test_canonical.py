"""Equal contents have equal bytes."""

import doctest

from hypothesis import given
from hypothesis import strategies as st

from accounts import canonical

plain = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(st.characters(exclude_characters="\0", codec="utf-8"))),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.text(st.characters(exclude_characters="\0", codec="utf-8")), inner, max_size=4),
    ),
    max_leaves=12,
)


def test_the_examples_in_the_module_are_right() -> None:
    failed, attempted = doctest.testmod(canonical)

    assert (failed, attempted) == (0, 3)


@given(plain, plain)
def test_two_contents_differ_exactly_when_their_bytes_do(one: canonical.Json, other: canonical.Json) -> None:
    assert (canonical.canonical(one) == canonical.canonical(other)) == (canonical.differences(one, other) == [])
    assert canonical.differences(one, one) == []
    assert canonical.plain(one) == one
