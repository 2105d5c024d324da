-- With the column in it the index answers by itself; SQLite doesn't see that
-- its condition tells the same, and read all entries of a type by date instead.
DROP INDEX entry_by_sticky;
CREATE INDEX entry_by_sticky ON entry (type, status, date, id, sticky) WHERE sticky;
