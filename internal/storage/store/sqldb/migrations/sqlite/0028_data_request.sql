-- Who asked for what the site knows of them, or to be forgotten.
CREATE TABLE data_request (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  email TEXT NOT NULL,
  email_fold TEXT NOT NULL,
  status TEXT NOT NULL,
  created TEXT NOT NULL,
  asked TEXT NOT NULL,
  confirmed TEXT NOT NULL,
  completed TEXT NOT NULL,
  digest TEXT NOT NULL,
  file_digest TEXT NOT NULL,
  file_until TEXT NOT NULL
);
CREATE INDEX data_request_by_kind ON data_request (kind, created);
CREATE INDEX data_request_by_email ON data_request (email_fold);
