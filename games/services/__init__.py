"""All writes of a table. Pages, commands and tasks call these and nothing else to change anything.

Every write runs under the lock of its session's row, answers a repeated key with the stored answer, and refuses what
was decided on an outdated view of the table.
"""
