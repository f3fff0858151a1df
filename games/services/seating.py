"""Who is in a session, and who has which seat number in a game."""

from __future__ import annotations

from clubs.models import NAME_LENGTH, Person
from games import books
from games.codec import state_of
from games.errors import Invalid
from games.models import Game, GameSession, Participant, Seat


def add_participant(session: GameSession, number: int, name: str) -> Participant:
    """A person new to the session, under the next number."""
    return Participant.objects.create(session=session, number=number, person=Person.objects.create(name=name))


def seat_for(game: Game, name: str) -> int:
    """The seat number of a joiner: his old one if he comes back or his joining was undone, else a new seat."""
    if not name.strip() or len(name) > NAME_LENGTH:
        raise Invalid("name", f"A joiner needs a name of 1 to {NAME_LENGTH} signs.")
    seats = list(Seat.objects.filter(game=game).select_related("participant__person"))
    known = {seat.participant.person.name: seat.number for seat in seats}
    if name in known:
        if known[name] in state_of(game).seated:
            raise Invalid("name", f"{name} sits at this table already. Add something that tells the two apart.")
        return known[name]
    session = game.session
    participant = add_participant(session, session.participants.count(), name)
    books.add_person(session, participant.number)
    Seat.objects.create(game=game, number=len(seats), participant=participant)
    books.add_seat(game, len(seats))
    return len(seats)
