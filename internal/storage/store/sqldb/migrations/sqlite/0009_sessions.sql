-- Browsers that are logged in, links that were mailed, and application
-- passwords by the keyed digest of their secret.
CREATE TABLE session (
  id TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  created TEXT NOT NULL,
  seen TEXT NOT NULL,
  expires TEXT NOT NULL,
  ip TEXT NOT NULL,
  agent TEXT NOT NULL
);
CREATE INDEX session_by_account ON session (account_id, expires);
CREATE TABLE account_token (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  digest TEXT NOT NULL,
  data TEXT NOT NULL,
  created TEXT NOT NULL,
  expires TEXT NOT NULL
);
CREATE UNIQUE INDEX account_token_by_account ON account_token (account_id, kind);
CREATE INDEX app_password_by_hash ON app_password (hash);
