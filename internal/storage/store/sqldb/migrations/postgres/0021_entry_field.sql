-- Values of indexed fields, in a form whose bytes compare as the values do; a row
-- without bytes says that an entry has none. type and status repeat the entry's, so
-- that lists come straight from the index.
CREATE TABLE entry_field (
  entry_id BIGINT NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
  key TEXT COLLATE "C" NOT NULL,
  position BIGINT NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  value BYTEA NOT NULL,
  PRIMARY KEY (entry_id, key, position)
);
CREATE INDEX entry_field_by_value ON entry_field (key, type, status, value, entry_id);
CREATE FUNCTION entry_field_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE entry_field SET type = new.type, status = new.status WHERE entry_id = new.id;
  RETURN NULL;
END $$;
CREATE TRIGGER entry_field_follow AFTER UPDATE OF type, status ON entry
  FOR EACH ROW WHEN (old.type <> new.type OR old.status <> new.status)
  EXECUTE FUNCTION entry_field_follow();
