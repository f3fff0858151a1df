"""Where a rule comes from, in words: an author's rule, an option of his, or our default where he is silent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

AUTHORS: Mapping[str, str] = MappingProxyType(
    {
        "P": "Peel",
        "F": "Foster",
        "B": "Encyclopaedia Britannica",
        "H": "Hoffmann",
        "W": "Enquire Within",
        "G": "Hoyle's Games, Improved and Enlarged",
        "C": "Cassell",
        "M": "the modern web page",
        "K": "an American Hoyle of the 1820s",
        "A": "a British text of the mid-20th century",
        "J": "janeausten.co.uk",
        "L": "Parlett",
        "T": "gambiter.com",
    }
)
"""The authors by the letter of their rule numbers."""

QUESTIONS: Mapping[str, str] = MappingProxyType(
    {
        "Q02": "A limit or a least loo applies only where the table sets one, because few authors name an "
        "amount; it bears on loos, never on penalties or winnings.",
        "Q03": "Odd counters go one each to the earliest tricks, so that the whole pool is paid out; Peel does so.",
        "Q05": "Where the dealer alone stakes, a single is a deal before which nothing lies on the table: money "
        "left there makes the pool bigger than the ordinary stake, and that is a double.",
        "Q07": "The dealer takes a pool that nobody stood for: most authors who speak of it give it to him.",
        "Q12": "After a revoke the hands are played again and the proper result counts; only Foster throws them in.",
        "Q14": "A penalty is a fixed amount of these rules, also where loos follow the pool, because a fault "
        "should not cost more for coming at a big pool.",
        "Q17": "Where the author gives no fixed loo for a single, or none at all, it is his ordinary loo or else "
        "the stake, the amount that everyone knows already.",
        "Q19": "The dealer always takes cards unless the table sets a number, because standing out is an option "
        "that this author does not mention.",
        "Q20": "On a flush everyone dealt in who is not exempt pays its holder, unless the author says who pays "
        "or where the money goes.",
        "Q22": "Without a miss there is nothing to defend the pool with, so a lone stander takes it unplayed "
        "unless the dealer stands too.",
        "Q23": "In the three-card games a flush counts only in Foster's, the one author who has it.",
        "Q24": "A loo goes to the next pool; a penalty of a single loo to the pool being played for and a bigger "
        "one to the next, unless the author says otherwise.",
        "Q27": "After a misdeal the same dealer deals again, as most authors have it.",
        "Q28": "Where the author does not say how a single or the first deal is played, we take the nearest "
        "thing that he does describe: his usual single, or else an ordinary deal in which each player "
        "declares.",
        "Q39": "An option that the author does not mention is off.",
        "Q40": "The page offers the spare hand in a single, so it is offered in a double as well.",
        "Q41": "One counter a trick is a third of the ordinary stake, so a bigger pool in a single is cut in "
        "three too.",
    }
)
"""Our default for each question that an author leaves open: what it is and why, in one sentence."""

_BASIS = re.compile(r"([A-Z])([0-9]{1,2})( option)?", re.ASCII)


def basis_words(basis: str) -> str:
    """A basis of ``presets.json`` in words.

    >>> basis_words("P12")
    'Peel, rule P12'
    >>> basis_words("B9 option")
    "Encyclopaedia Britannica, rule B9: the author's option, off here"
    >>> basis_words("Q05")
    'our default where the author is silent or unclear (Q05)'

    Raises ValueError for what is not the number of a rule or a question.
    """
    match = _BASIS.fullmatch(basis)
    if match and match[1] == "Q" and not match[3]:
        return f"our default where the author is silent or unclear ({basis})"
    if match is None or match[1] not in AUTHORS:
        raise ValueError(f"{basis!r} is not the number of a rule or a question")
    option = ": the author's option, off here" if match[3] else ""
    return f"{AUTHORS[match[1]]}, rule {match[1]}{match[2]}{option}"
