-- What was fetched from elsewhere, for as long as it is taken for true.
CREATE TABLE cached (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX cached_by_end ON cached (until);
