-- What a site that moved in had and nothing here knows, as it was: options, and tables
-- by row.
CREATE TABLE moved_aside (
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  n INTEGER NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (kind, name, n)
);
