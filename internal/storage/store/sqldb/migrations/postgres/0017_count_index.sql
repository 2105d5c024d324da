-- Without the number in the index counting leaves the index alone.
DROP INDEX entry_count_by_author;
CREATE INDEX entry_count_by_author ON entry_count (author, status, type);
