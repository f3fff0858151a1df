"""Checks at start: settings with which a booked deal could be lost."""
