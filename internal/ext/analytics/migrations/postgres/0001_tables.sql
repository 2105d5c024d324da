-- Views of entries by day (days since 1970 in the site's zone), and feedback
-- that waits to be sent. Nothing tells who viewed what.
CREATE TABLE analytics_view (
  entry_id BIGINT NOT NULL,
  day BIGINT NOT NULL,
  n BIGINT NOT NULL,
  PRIMARY KEY (entry_id, day)
);
CREATE INDEX analytics_view_by_day ON analytics_view (day, entry_id, n);
CREATE TABLE analytics_feedback (
  feature_key TEXT PRIMARY KEY,
  rating TEXT NOT NULL,
  message TEXT NOT NULL,
  waiting BOOLEAN NOT NULL,
  version BIGINT NOT NULL,
  marked_until BIGINT NOT NULL
);
