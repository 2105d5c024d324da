-- What may be tried a few times only, until it is forgotten: second factors and
-- passwords that are asked for again.
CREATE TABLE account_try (
  subject TEXT COLLATE "C" PRIMARY KEY,
  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  tries BIGINT NOT NULL,
  expires TEXT COLLATE "C" NOT NULL
);
CREATE INDEX account_try_by_account ON account_try (account_id);
CREATE INDEX account_try_by_expires ON account_try (expires);
