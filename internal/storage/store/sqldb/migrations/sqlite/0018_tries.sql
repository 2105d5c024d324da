-- What may be tried a few times only, until it is forgotten: second factors and
-- passwords that are asked for again.
CREATE TABLE account_try (
  subject TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  tries INTEGER NOT NULL,
  expires TEXT NOT NULL
);
CREATE INDEX account_try_by_account ON account_try (account_id);
CREATE INDEX account_try_by_expires ON account_try (expires);
