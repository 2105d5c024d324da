-- Entries of all types, their meta, terms, and the figures kept beside them.
-- Big columns stand last, so that reading the others doesn't walk them.
CREATE TABLE entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  author INTEGER NOT NULL,
  parent INTEGER NOT NULL,
  date TEXT NOT NULL,
  date_utc TEXT NOT NULL,
  modified TEXT NOT NULL,
  modified_utc TEXT NOT NULL,
  slug TEXT NOT NULL,
  password TEXT NOT NULL,
  guid TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  comment_status TEXT NOT NULL,
  ping_status TEXT NOT NULL,
  menu_order INTEGER NOT NULL,
  comment_count INTEGER NOT NULL DEFAULT 0,
  sticky BOOLEAN NOT NULL,
  title_key BLOB NOT NULL,
  title TEXT NOT NULL,
  excerpt TEXT NOT NULL,
  content TEXT NOT NULL
);
CREATE INDEX entry_by_date ON entry (type, status, date, id, sticky, author);
CREATE INDEX entry_by_modified ON entry (type, status, modified, id);
CREATE INDEX entry_by_title ON entry (type, status, title_key, id);
CREATE INDEX entry_by_type_slug ON entry (type, status, slug, id);
CREATE INDEX entry_by_menu_order ON entry (type, status, menu_order, id);
CREATE INDEX entry_by_type_author ON entry (type, status, author, id);
CREATE INDEX entry_by_type_parent ON entry (type, status, parent, id);
CREATE INDEX entry_by_type_id ON entry (type, status, id);
CREATE INDEX entry_by_author ON entry (author, type, status, date, id);
CREATE INDEX entry_by_parent ON entry (parent, type, status, date, id);
CREATE INDEX entry_by_slug ON entry (slug, type);
CREATE INDEX entry_by_sticky ON entry (type, status, date, id) WHERE sticky;
CREATE INDEX entry_due ON entry (date_utc, id) WHERE status = 'future';

-- How many entries there are by type, status and author; author -1 is all.
CREATE TABLE entry_count (
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  author INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (type, status, author)
) WITHOUT ROWID;
CREATE INDEX entry_count_by_author ON entry_count (author, status, type, n);

CREATE TABLE entry_meta (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_id INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  compare TEXT NOT NULL,
  value TEXT NOT NULL
);
CREATE INDEX entry_meta_by_entry ON entry_meta (entry_id, key);
CREATE INDEX entry_meta_by_value ON entry_meta (key, compare, entry_id);

-- Folded text for searching. indexed says whether the trigram index has it,
-- which the program keeps (see entry_text.go).
CREATE TABLE entry_text (
  entry_id INTEGER PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
  indexed BOOLEAN NOT NULL,
  title TEXT NOT NULL,
  excerpt TEXT NOT NULL,
  file TEXT NOT NULL,
  text TEXT NOT NULL
);
CREATE VIRTUAL TABLE entry_trigram USING fts5 (
  text, file, content = 'entry_text', content_rowid = 'entry_id',
  tokenize = 'trigram', detail = none, columnsize = 0
);
CREATE TABLE term (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  taxonomy TEXT NOT NULL,
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key BLOB NOT NULL,
  name_fold TEXT NOT NULL,
  description TEXT NOT NULL,
  parent INTEGER NOT NULL,
  count INTEGER NOT NULL DEFAULT 0,
  term_group INTEGER NOT NULL
);
CREATE UNIQUE INDEX term_by_slug ON term (taxonomy, slug);
CREATE INDEX term_by_name ON term (taxonomy, name_key, id);
CREATE INDEX term_by_fold ON term (taxonomy, name_fold);
CREATE INDEX term_by_count ON term (taxonomy, count, id);
CREATE INDEX term_by_taxonomy_id ON term (taxonomy, id);
CREATE INDEX term_by_parent ON term (parent);

CREATE TABLE term_meta (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  term_id INTEGER NOT NULL REFERENCES term (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  compare TEXT NOT NULL,
  value TEXT NOT NULL
);
CREATE INDEX term_meta_by_term ON term_meta (term_id, key);

-- Which entry has which terms. type, status and date repeat the entry's, so
-- that the newest entries of a term come straight from an index.
CREATE TABLE entry_term (
  entry_id INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
  term_id INTEGER NOT NULL REFERENCES term (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  date TEXT NOT NULL,
  PRIMARY KEY (entry_id, term_id)
) WITHOUT ROWID;
CREATE INDEX entry_term_by_date ON entry_term (term_id, type, status, date, entry_id);

CREATE TABLE term_count (
  term_id INTEGER NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (term_id, type, status)
) WITHOUT ROWID;

CREATE TRIGGER entry_count_insert AFTER INSERT ON entry BEGIN
  INSERT INTO entry_count (type, status, author, n) VALUES (new.type, new.status, -1, 1), (new.type, new.status, new.author, 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER entry_count_delete AFTER DELETE ON entry BEGIN
  UPDATE entry_count SET n = n - 1 WHERE type = old.type AND status = old.status AND author IN (-1, old.author);
END;
CREATE TRIGGER entry_count_update AFTER UPDATE OF type, status, author ON entry
WHEN old.type <> new.type OR old.status <> new.status OR old.author <> new.author BEGIN
  UPDATE entry_count SET n = n - 1 WHERE type = old.type AND status = old.status AND author IN (-1, old.author);
  INSERT INTO entry_count (type, status, author, n) VALUES (new.type, new.status, -1, 1), (new.type, new.status, new.author, 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER entry_term_follow AFTER UPDATE OF type, status, date ON entry
WHEN old.type <> new.type OR old.status <> new.status OR old.date <> new.date BEGIN
  UPDATE entry_term SET type = new.type, status = new.status, date = new.date WHERE entry_id = new.id;
END;
CREATE TRIGGER entry_term_insert AFTER INSERT ON entry_term BEGIN
  INSERT INTO term_count (term_id, type, status, n) VALUES (new.term_id, new.type, new.status, 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
  UPDATE term SET count = count + 1 WHERE id = new.term_id AND new.status = 'publish';
END;
CREATE TRIGGER entry_term_delete AFTER DELETE ON entry_term BEGIN
  UPDATE term_count SET n = n - 1 WHERE term_id = old.term_id AND type = old.type AND status = old.status;
  UPDATE term SET count = count - 1 WHERE id = old.term_id AND old.status = 'publish';
END;
CREATE TRIGGER entry_term_update AFTER UPDATE OF type, status ON entry_term
WHEN old.type <> new.type OR old.status <> new.status BEGIN
  UPDATE term_count SET n = n - 1 WHERE term_id = old.term_id AND type = old.type AND status = old.status;
  INSERT INTO term_count (term_id, type, status, n) VALUES (new.term_id, new.type, new.status, 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
  UPDATE term SET count = count + (new.status = 'publish') - (old.status = 'publish') WHERE id = new.term_id;
END;
CREATE TRIGGER term_count_delete AFTER DELETE ON term BEGIN
  DELETE FROM term_count WHERE term_id = old.id;
END;
