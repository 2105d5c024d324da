-- Failed log-ins by address and by account, the addresses from which an account
-- was used, and log-ins that wait for the answer of a second factor elsewhere.
-- Times are seconds since 1970.
CREATE TABLE loginlimit_count (
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  failures INTEGER NOT NULL,
  lockouts INTEGER NOT NULL,
  locked_until INTEGER NOT NULL,
  valid_until INTEGER NOT NULL,
  account TEXT NOT NULL,
  PRIMARY KEY (kind, subject)
);
CREATE INDEX loginlimit_count_by_account ON loginlimit_count (account);
CREATE INDEX loginlimit_count_by_valid ON loginlimit_count (valid_until);
CREATE TABLE loginlimit_known (
  account TEXT NOT NULL,
  address TEXT NOT NULL,
  seen INTEGER NOT NULL,
  PRIMARY KEY (account, address)
);
CREATE INDEX loginlimit_known_by_seen ON loginlimit_known (seen);
CREATE TABLE loginlimit_session (
  token TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  secret TEXT NOT NULL,
  expires INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  code TEXT NOT NULL,
  code_until INTEGER NOT NULL
);
CREATE INDEX loginlimit_session_by_expires ON loginlimit_session (expires);
