-- Values of indexed fields, in a form whose bytes compare as the values do; a row
-- without bytes says that an entry has none. type and status repeat the entry's, so
-- that lists come straight from the index.
CREATE TABLE entry_field (
  entry_id INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  position INTEGER NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  value BLOB NOT NULL,
  PRIMARY KEY (entry_id, key, position)
) WITHOUT ROWID;
CREATE INDEX entry_field_by_value ON entry_field (key, type, status, value, entry_id);
CREATE TRIGGER entry_field_follow AFTER UPDATE OF type, status ON entry
WHEN old.type <> new.type OR old.status <> new.status BEGIN
  UPDATE entry_field SET type = new.type, status = new.status WHERE entry_id = new.id;
END;
