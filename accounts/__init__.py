"""THE BOOKS: balanced, append-only, chained. Sign-in is not here.

An accountant's accounts, not a user's: people, passwords and sessions live in `clubs`, and no URL begins with this
name. This room knows nothing of Loo or of people. It keeps books of whole numbers in one unit each; whoever uses it
names the accounts and the subjects of the journal entries by opaque text.
"""
