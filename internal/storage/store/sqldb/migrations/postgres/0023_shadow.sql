-- A site that stands before an old one until it takes its place: which of both takes
-- writes, the nodes that know, and what answers of each route came to.
CREATE TABLE shadow_phase (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  phase TEXT COLLATE "C" NOT NULL,
  turn BIGINT NOT NULL,
  changed TEXT COLLATE "C" NOT NULL
);
CREATE TABLE shadow_node (
  id TEXT COLLATE "C" PRIMARY KEY,
  turn BIGINT NOT NULL,
  writes BIGINT NOT NULL,
  seen TEXT COLLATE "C" NOT NULL
);
CREATE TABLE shadow_route (
  route TEXT COLLATE "C" PRIMARY KEY,
  asked BIGINT NOT NULL,
  compared BIGINT NOT NULL,
  same BIGINT NOT NULL,
  in_row BIGINT NOT NULL,
  path TEXT COLLATE "C" NOT NULL,
  difference TEXT COLLATE "C" NOT NULL
);
