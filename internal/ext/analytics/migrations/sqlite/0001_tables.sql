-- Views of entries by day (days since 1970 in the site's zone), and feedback
-- that waits to be sent. Nothing tells who viewed what.
CREATE TABLE analytics_view (
  entry_id INTEGER NOT NULL,
  day INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (entry_id, day)
) WITHOUT ROWID;
CREATE INDEX analytics_view_by_day ON analytics_view (day, entry_id, n);
CREATE TABLE analytics_feedback (
  feature_key TEXT PRIMARY KEY,
  rating TEXT NOT NULL,
  message TEXT NOT NULL,
  waiting BOOLEAN NOT NULL,
  version INTEGER NOT NULL,
  marked_until INTEGER NOT NULL
);
