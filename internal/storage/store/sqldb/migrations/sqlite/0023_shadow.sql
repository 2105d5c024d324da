-- A site that stands before an old one until it takes its place: which of both takes
-- writes, the nodes that know, and what answers of each route came to.
CREATE TABLE shadow_phase (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  phase TEXT NOT NULL,
  turn INTEGER NOT NULL,
  changed TEXT NOT NULL
);
CREATE TABLE shadow_node (
  id TEXT PRIMARY KEY,
  turn INTEGER NOT NULL,
  writes INTEGER NOT NULL,
  seen TEXT NOT NULL
);
CREATE TABLE shadow_route (
  route TEXT PRIMARY KEY,
  asked INTEGER NOT NULL,
  compared INTEGER NOT NULL,
  same INTEGER NOT NULL,
  in_row INTEGER NOT NULL,
  path TEXT NOT NULL,
  difference TEXT NOT NULL
);
