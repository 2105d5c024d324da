-- What people show beside or instead of their password. lookup finds a passkey
-- or recovery code, counter keeps one from being used twice.
CREATE TABLE account_factor (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  lookup TEXT,
  data TEXT NOT NULL,
  counter INTEGER NOT NULL,
  created TEXT NOT NULL,
  used TEXT NOT NULL
);
CREATE INDEX account_factor_by_account ON account_factor (account_id, kind);
CREATE UNIQUE INDEX account_factor_by_lookup ON account_factor (lookup);
