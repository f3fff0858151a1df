"""The people: the only place where names are kept."""

from __future__ import annotations

import uuid

from django.db import models

NAME_LENGTH = 200
"""Longest name of a person, in characters."""


class Person(models.Model):
    """A name, and later how to reach its bearer. Books and facts refer to people by opaque numbers only."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name
