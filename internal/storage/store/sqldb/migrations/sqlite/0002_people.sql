-- Accounts, application passwords, comments.
CREATE TABLE account (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  login TEXT NOT NULL,
  login_fold TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  slug TEXT NOT NULL,
  email TEXT NOT NULL,
  email_fold TEXT NOT NULL,
  url TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key BLOB NOT NULL,
  name_fold TEXT NOT NULL,
  registered TEXT NOT NULL,
  roles TEXT NOT NULL
);
CREATE UNIQUE INDEX account_by_login ON account (login_fold);
CREATE UNIQUE INDEX account_by_email ON account (email_fold) WHERE email_fold <> '';
CREATE INDEX account_by_slug ON account (slug);
CREATE INDEX account_by_name ON account (name_key, id);
CREATE INDEX account_by_registered ON account (registered, id);

CREATE TABLE account_meta (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  compare TEXT NOT NULL,
  value TEXT NOT NULL
);
CREATE INDEX account_meta_by_account ON account_meta (account_id, key);

CREATE TABLE app_password (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  app_id TEXT NOT NULL,
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  created TEXT NOT NULL,
  last_used TEXT NOT NULL,
  last_ip TEXT NOT NULL
);
CREATE UNIQUE INDEX app_password_by_uuid ON app_password (account_id, uuid);

CREATE TABLE comment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_id INTEGER NOT NULL,
  parent INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  status TEXT NOT NULL,
  type TEXT NOT NULL,
  date TEXT NOT NULL,
  date_utc TEXT NOT NULL,
  karma INTEGER NOT NULL,
  author_name TEXT NOT NULL,
  author_email TEXT NOT NULL,
  author_url TEXT NOT NULL,
  author_ip TEXT NOT NULL,
  agent TEXT NOT NULL,
  content TEXT NOT NULL,
  fold TEXT NOT NULL
);
CREATE INDEX comment_by_entry ON comment (entry_id, status, type, date_utc, id);
CREATE INDEX comment_by_status ON comment (status, type, date_utc, id);
CREATE INDEX comment_by_date ON comment (date_utc, id, status, type);
CREATE INDEX comment_by_parent ON comment (parent);
CREATE INDEX comment_by_account ON comment (account_id);
CREATE INDEX comment_by_email ON comment (author_email);

CREATE TABLE comment_meta (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  comment_id INTEGER NOT NULL REFERENCES comment (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  compare TEXT NOT NULL,
  value TEXT NOT NULL
);
CREATE INDEX comment_meta_by_comment ON comment_meta (comment_id, key);
