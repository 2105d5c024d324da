-- What was changed, in the transactions that changed it. A row gets its number
-- (seq) after its commit; the numbers are in the order of the feed. event is
-- what happened, public what readers saw of it: 1 created, 2 updated, 3 deleted,
-- 0 nothing. mark is a random number that a cursor repeats.
CREATE TABLE changes_change (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  seq INTEGER,
  mark INTEGER NOT NULL,
  at INTEGER NOT NULL,
  object TEXT NOT NULL,
  type TEXT NOT NULL,
  object_id INTEGER NOT NULL,
  entry_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  path TEXT NOT NULL,
  was_path TEXT NOT NULL,
  event INTEGER NOT NULL,
  public INTEGER NOT NULL
);
CREATE UNIQUE INDEX changes_change_by_seq ON changes_change (seq);
CREATE INDEX changes_change_public ON changes_change (seq) WHERE public > 0;
CREATE INDEX changes_change_new ON changes_change (id) WHERE seq IS NULL;
-- The last number, and up to which ones rows were removed: of all rows, and of
-- those that readers saw.
CREATE TABLE changes_state (
  id INTEGER PRIMARY KEY,
  last INTEGER NOT NULL,
  pruned INTEGER NOT NULL,
  pruned_mark INTEGER NOT NULL,
  public_pruned INTEGER NOT NULL,
  public_pruned_mark INTEGER NOT NULL
);
INSERT INTO changes_state (id, last, pruned, pruned_mark, public_pruned, public_pruned_mark) VALUES (1, 0, 0, 0, 0, 0);
-- Who is told of changes. position is the number up to which that was done.
CREATE TABLE changes_hook (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  secret TEXT NOT NULL,
  events TEXT NOT NULL,
  types TEXT NOT NULL,
  audience TEXT NOT NULL,
  active BOOLEAN NOT NULL,
  note TEXT NOT NULL,
  created INTEGER NOT NULL,
  position INTEGER NOT NULL,
  position_mark INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  failing_since INTEGER NOT NULL
);
CREATE TABLE changes_delivery (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  hook_id INTEGER NOT NULL,
  token TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  created INTEGER NOT NULL,
  tried INTEGER NOT NULL,
  took INTEGER NOT NULL,
  status INTEGER NOT NULL,
  answer TEXT NOT NULL,
  error TEXT NOT NULL,
  changes INTEGER NOT NULL,
  payload TEXT NOT NULL,
  position INTEGER NOT NULL,
  position_mark INTEGER NOT NULL
);
CREATE INDEX changes_delivery_by_hook ON changes_delivery (hook_id, id);
