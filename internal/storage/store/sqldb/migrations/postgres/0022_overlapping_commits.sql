-- Commits overlap: at its end no transaction holds a lock that another one needs, so
-- that the server makes those of many writers durable together (docs/adr/0030).

-- Notes of changes carry the id of their transaction. A reader takes those that its last
-- snapshot of the database didn't have, so nobody has to number them in the order of
-- the commits.
DROP FUNCTION end_write(BIGINT, TEXT[], TEXT, TEXT, BIGINT);
DROP FUNCTION end_write(BIGINT, TEXT[], TEXT, TEXT, BIGINT, BOOLEAN);
DROP TABLE change;
CREATE TABLE change (
  xid XID8 NOT NULL DEFAULT pg_current_xact_id() PRIMARY KEY,
  at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
  node TEXT COLLATE "C" NOT NULL,
  tags TEXT COLLATE "C" NOT NULL
);
-- Up to which transaction notes were forgotten, and which history the ids belong to:
-- a restored database has another one.
CREATE TABLE change_history (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT COLLATE "C" NOT NULL,
  forgotten XID8 NOT NULL
);
INSERT INTO change_history (id, name, forgotten) VALUES (1, gen_random_uuid()::text, '0');

-- Each counter is kept in parts, and is their sum. A transaction counts in a part that
-- no other one has at that time: the lowest that is free, so that there are as many as
-- transactions ever wrote at the same time.
CREATE FUNCTION count_part() RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
  parts CONSTANT INTEGER := 64;
  first_lock CONSTANT BIGINT := x'71756f697000'::bigint;
  part INTEGER := NULLIF(current_setting('quoin.count_part', true), '')::integer;
BEGIN
  IF part IS NULL THEN
    part := 0;
    WHILE part < parts AND NOT pg_try_advisory_xact_lock(first_lock + part) LOOP
      part := part + 1;
    END LOOP;
    IF part = parts THEN
      part := floor(random() * parts); -- shared, and waited for
    END IF;
    PERFORM set_config('quoin.count_part', part::text, true);
  END IF;
  RETURN part;
END $$;

DROP TRIGGER entry_counted ON entry;
DROP TRIGGER term_counted ON entry_term;
DROP TRIGGER term_deleted ON term;

ALTER TABLE entry_count RENAME TO entry_count_part;
ALTER TABLE entry_count_part ADD COLUMN part INTEGER NOT NULL DEFAULT 0;
ALTER TABLE entry_count_part DROP CONSTRAINT entry_count_pkey, ADD PRIMARY KEY (type, status, author, part);
CREATE VIEW entry_count AS
  SELECT type, status, author, SUM(n)::BIGINT AS n FROM entry_count_part GROUP BY type, status, author;

ALTER TABLE term_count RENAME TO term_count_part;
ALTER TABLE term_count_part ADD COLUMN part INTEGER NOT NULL DEFAULT 0;
ALTER TABLE term_count_part DROP CONSTRAINT term_count_pkey, ADD PRIMARY KEY (term_id, type, status, part);
CREATE VIEW term_count AS
  SELECT term_id, type, status, SUM(n)::BIGINT AS n FROM term_count_part GROUP BY term_id, type, status;

-- What counts anew, or brings a backup, writes whole counters.
CREATE FUNCTION entry_count_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM entry_count_part WHERE type = old.type AND status = old.status AND author = old.author;
    RETURN old;
  END IF;
  INSERT INTO entry_count_part (type, status, author, n) VALUES (new.type, new.status, new.author, new.n);
  RETURN new;
END $$;
CREATE TRIGGER entry_count_written INSTEAD OF INSERT OR DELETE ON entry_count
  FOR EACH ROW EXECUTE FUNCTION entry_count_written();
CREATE FUNCTION term_count_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM term_count_part WHERE term_id = old.term_id AND type = old.type AND status = old.status;
    RETURN old;
  END IF;
  INSERT INTO term_count_part (term_id, type, status, n) VALUES (new.term_id, new.type, new.status, new.n);
  RETURN new;
END $$;
CREATE TRIGGER term_count_written INSTEAD OF INSERT OR DELETE ON term_count
  FOR EACH ROW EXECUTE FUNCTION term_count_written();

CREATE OR REPLACE FUNCTION entry_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own INTEGER;
BEGIN
  IF TG_OP = 'UPDATE' AND old.type = new.type AND old.status = new.status AND old.author = new.author THEN
    RETURN NULL;
  END IF;
  own := count_part();
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO entry_count_part (type, status, author, part, n)
      VALUES (old.type, old.status, -1, own, -1), (old.type, old.status, old.author, own, -1)
      ON CONFLICT (type, status, author, part) DO UPDATE SET n = entry_count_part.n - 1;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO entry_count_part (type, status, author, part, n)
      VALUES (new.type, new.status, -1, own, 1), (new.type, new.status, new.author, own, 1)
      ON CONFLICT (type, status, author, part) DO UPDATE SET n = entry_count_part.n + 1;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER entry_counted AFTER INSERT OR DELETE OR UPDATE OF type, status, author ON entry
  FOR EACH ROW EXECUTE FUNCTION entry_counted();

-- term.count isn't kept here any more: how many published entries a term has is the sum
-- of its parts. The column stays since backups of both engines have it.
CREATE OR REPLACE FUNCTION term_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own INTEGER;
BEGIN
  IF TG_OP = 'UPDATE' AND old.type = new.type AND old.status = new.status THEN
    RETURN NULL;
  END IF;
  own := count_part();
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO term_count_part (term_id, type, status, part, n) VALUES (old.term_id, old.type, old.status, own, -1)
      ON CONFLICT (term_id, type, status, part) DO UPDATE SET n = term_count_part.n - 1;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO term_count_part (term_id, type, status, part, n) VALUES (new.term_id, new.type, new.status, own, 1)
      ON CONFLICT (term_id, type, status, part) DO UPDATE SET n = term_count_part.n + 1;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER term_counted AFTER INSERT OR DELETE OR UPDATE OF type, status ON entry_term
  FOR EACH ROW EXECUTE FUNCTION term_counted();

CREATE OR REPLACE FUNCTION term_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM entry_term WHERE term_id = old.id;
  DELETE FROM term_count_part WHERE term_id = old.id;
  RETURN NULL;
END $$;
CREATE TRIGGER term_deleted AFTER DELETE ON term FOR EACH ROW EXECUTE FUNCTION term_deleted();
DROP INDEX term_by_count;
