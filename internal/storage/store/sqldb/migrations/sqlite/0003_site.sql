-- Options, jobs, and what tells readers that something changed.
CREATE TABLE site_option (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- One row per collection; n grows with every transaction that changes it.
CREATE TABLE version (
  name TEXT PRIMARY KEY,
  n INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE change (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  node TEXT NOT NULL,
  tags TEXT NOT NULL
);

CREATE TABLE job (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  key TEXT,
  payload TEXT NOT NULL,
  run_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  lease TEXT NOT NULL,
  leased_until INTEGER NOT NULL,
  last_error TEXT NOT NULL
);
CREATE UNIQUE INDEX job_by_key ON job (kind, key);
CREATE INDEX job_by_due ON job (run_at, id);
