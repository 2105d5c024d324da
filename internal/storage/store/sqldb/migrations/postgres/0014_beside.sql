-- Transactions that write side by side meet on the counters, the versions and
-- the order of their changes. All of these wait for the end of a transaction,
-- which is one call under a lock: nobody holds them while it waits for its client.
DROP TRIGGER entry_counted ON entry;
CREATE CONSTRAINT TRIGGER entry_counted AFTER INSERT OR DELETE OR UPDATE OF type, status, author ON entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION entry_counted();
DROP TRIGGER term_counted ON entry_term;
CREATE CONSTRAINT TRIGGER term_counted AFTER INSERT OR DELETE OR UPDATE OF type, status ON entry_term
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION term_counted();
DROP TRIGGER term_deleted ON term;
CREATE CONSTRAINT TRIGGER term_deleted AFTER DELETE ON term
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION term_deleted();

-- end_write ends a transaction that changed something: it counts, raises the
-- versions of collections, and tells other nodes. before and number are the
-- last change so far and this one; they are in the order of the commits.
CREATE FUNCTION end_write(lock_number BIGINT, collections TEXT[], by_node TEXT, changed TEXT, at_time BIGINT, OUT before BIGINT, OUT number BIGINT)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(lock_number);
  SET CONSTRAINTS ALL IMMEDIATE;
  INSERT INTO version (name, n) SELECT name, 1 FROM unnest(collections) AS list (name)
    ON CONFLICT (name) DO UPDATE SET n = version.n + 1;
  SELECT COALESCE(MAX(seq), 0) INTO before FROM change;
  INSERT INTO change (at, node, tags) VALUES (at_time, by_node, changed) RETURNING seq INTO number;
  PERFORM pg_notify('quoin_change', by_node);
END $$;
