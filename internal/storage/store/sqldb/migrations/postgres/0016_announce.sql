-- Not every change is announced by itself any more. The function without that
-- argument stays for nodes that run an older program for a while.
CREATE FUNCTION end_write(lock_number BIGINT, collections TEXT[], by_node TEXT, changed TEXT, at_time BIGINT, announce BOOLEAN, OUT before BIGINT, OUT number BIGINT)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(lock_number);
  SET CONSTRAINTS ALL IMMEDIATE;
  INSERT INTO version (name, n) SELECT name, 1 FROM unnest(collections) AS list (name)
    ON CONFLICT (name) DO UPDATE SET n = version.n + 1;
  SELECT COALESCE(MAX(seq), 0) INTO before FROM change;
  INSERT INTO change (at, node, tags) VALUES (at_time, by_node, changed) RETURNING seq INTO number;
  IF announce THEN
    PERFORM pg_notify('quoin_change', by_node);
  END IF;
END $$;

-- Transactions that give entries terms lock no row of a term: each row would have
-- a list of all that do. Terms are deleted by transactions that run alone, which
-- take their rows here with them.
ALTER TABLE entry_term DROP CONSTRAINT entry_term_term_id_fkey;
CREATE OR REPLACE FUNCTION term_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM entry_term WHERE term_id = old.id;
  DELETE FROM term_count WHERE term_id = old.id;
  RETURN NULL;
END $$;

-- Rows that every commit changes. A page with room is cleared of their former
-- versions only when it fills, and each look walks through these.
ALTER TABLE entry_count SET (fillfactor = 10);
ALTER TABLE term_count SET (fillfactor = 10);
ALTER TABLE version SET (fillfactor = 10);
