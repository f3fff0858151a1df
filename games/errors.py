"""What can be wrong with a request, in words for the people at the table."""

from __future__ import annotations

from typing import Any, ClassVar


class TableError(Exception):
    """Base of everything a table refuses. ``code`` is stable; ``str()`` is a sentence for people."""

    code: ClassVar[str] = "refused"


class StateRefusal(TableError):
    """The table's present state forbids it. Kept with its key: a retry never turns into a surprise booking."""

    code = "refused"
    kinds: ClassVar[dict[str, type[StateRefusal]]] = {}

    def __init__(self, sentence: str, **details: Any) -> None:
        super().__init__(sentence)
        self.details = details

    def __init_subclass__(cls) -> None:
        StateRefusal.kinds[cls.code] = cls

    def as_json(self) -> dict[str, Any]:
        """The refusal in the form that is kept with its key."""
        return {"code": self.code, "sentence": str(self), "details": self.details}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> StateRefusal:
        """The refusal that :meth:`as_json` wrote."""
        kind = cls.kinds.get(stored["code"], StateRefusal)
        refusal = kind.__new__(kind)
        StateRefusal.__init__(refusal, stored["sentence"], **stored["details"])
        return refusal


class VersionOutdated(StateRefusal):
    """The request was made on a view of the table that is no longer the newest."""

    code = "version-outdated"

    def __init__(self, current: int) -> None:
        super().__init__(
            "The table has changed since this page was drawn. Nothing was stored; look at it and try again.",
            version=current,
        )


class DealNumberTaken(StateRefusal):
    """Somebody else has recorded this deal already."""

    code = "deal-number-taken"

    def __init__(self, number: int, entry: str | None, same_content: bool) -> None:
        words = "with the same content" if same_content else "differently"
        sentence = (
            f"Deal {number} is already recorded, {words}. Yours was not booked."
            if entry
            else f"Deal {number} is not the next deal of this game any more. Yours was not booked."
        )
        super().__init__(sentence, number=number, entry=entry, same_content=same_content)


class NotNow(StateRefusal):
    """Not at this moment of the session: it is settled, finished, or not finished yet."""

    code = "not-now"


class LimitReached(TableError):
    """Written faster than people play. Nothing is kept; the same key works after ``retry_after`` seconds."""

    code = "too-many-requests"

    def __init__(self, who: str, limit: int, what: str, retry_after: int = 60) -> None:
        super().__init__(f"{who} has sent {limit} {what}. Wait a little and send it again.")
        self.retry_after = retry_after


class Refusals(TableError):
    """What was entered breaks the rules of this table: all violations, each a sentence. Nothing is kept."""

    code = "rules-violated"

    def __init__(self, sentences: list[tuple[str, str]]) -> None:
        super().__init__(" ".join(sentence for _, sentence in sentences))
        self.sentences = sentences
        """Pairs of a code of the game file and its sentence."""


class LaterImpossible(TableError):
    """A correction would make a later entry impossible; that one has to be corrected in the same request."""

    code = "later-entry-impossible"

    def __init__(self, rank: int, label: str, sentences: list[tuple[str, str]]) -> None:
        super().__init__(f"{label} becomes impossible: " + " ".join(sentence for _, sentence in sentences))
        self.rank = rank
        self.label = label
        self.sentences = sentences


class Invalid(TableError):
    """A value that cannot be: which field, and what is wrong with it."""

    code = "invalid"

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


class NotAllowed(TableError):
    """The link does not carry this right."""

    code = "not-allowed"
