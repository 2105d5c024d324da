-- What is known of each page of the site, the links between them, and what the
-- extension keeps about users.
CREATE TABLE seo_row (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  object_type TEXT NOT NULL,
  object_sub_type TEXT NOT NULL,
  object_id INTEGER NOT NULL,
  path TEXT NOT NULL,
  author_id INTEGER NOT NULL,
  parent_id INTEGER NOT NULL,
  status TEXT NOT NULL,
  protected BOOLEAN NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  social_title TEXT NOT NULL,
  social_description TEXT NOT NULL,
  keyphrase TEXT NOT NULL,
  noindex INTEGER,
  minutes INTEGER,
  published TEXT NOT NULL,
  modified TEXT NOT NULL,
  seo_score INTEGER NOT NULL,
  readability_score INTEGER NOT NULL,
  inclusive_score INTEGER NOT NULL,
  title_score INTEGER NOT NULL,
  description_score INTEGER NOT NULL,
  link_count INTEGER,
  incoming_count INTEGER,
  pending BOOLEAN NOT NULL,
  more TEXT NOT NULL,
  findings TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  imported BOOLEAN NOT NULL DEFAULT FALSE,
  version INTEGER NOT NULL
);
CREATE UNIQUE INDEX seo_row_of ON seo_row (object_type, object_id, object_sub_type);
CREATE INDEX seo_row_by_path ON seo_row (path);
CREATE INDEX seo_row_by_kind ON seo_row (object_type, object_sub_type, status);
CREATE INDEX seo_row_pending ON seo_row (id) WHERE pending;
CREATE TABLE seo_link (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  row_id INTEGER NOT NULL,
  url TEXT NOT NULL,
  kind TEXT NOT NULL,
  path TEXT NOT NULL,
  target_id INTEGER
);
CREATE INDEX seo_link_of ON seo_link (row_id);
CREATE INDEX seo_link_to ON seo_link (target_id);
CREATE INDEX seo_link_by_path ON seo_link (path);
CREATE TABLE seo_user (
  user_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (user_id, name)
);
