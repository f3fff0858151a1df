from importlib import import_module

Migration = import_module("accounts.migrations.0001_initial").Migration
