-- How many entries of a kind have a password.
CREATE INDEX entry_locked ON entry (type, status) WHERE password <> '';
