"""Migrations that alter the tables of the books, to try what the product never does."""
