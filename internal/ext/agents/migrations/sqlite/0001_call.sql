-- What agents changed, and how to take it back: the request that does it (inverse), and a
-- digest of what it was left as (state).
CREATE TABLE agents_call (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  tool TEXT NOT NULL,
  path TEXT NOT NULL,
  entry_id INTEGER NOT NULL,
  inverse TEXT NOT NULL,
  state TEXT NOT NULL,
  undone INTEGER NOT NULL
);
CREATE INDEX agents_call_by_account ON agents_call (account_id, id);
CREATE INDEX agents_call_by_entry ON agents_call (entry_id);
