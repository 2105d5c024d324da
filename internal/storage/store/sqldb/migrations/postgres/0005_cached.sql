-- What was fetched from elsewhere, for as long as it is taken for true.
CREATE TABLE cached (
  key TEXT COLLATE "C" PRIMARY KEY,
  value TEXT COLLATE "C" NOT NULL,
  until BIGINT NOT NULL
);
CREATE INDEX cached_by_end ON cached (until);
