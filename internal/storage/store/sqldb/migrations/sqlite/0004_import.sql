-- What imports remember: sources, what became of their entries, the names of
-- their files, and entries that are tried again at the end.
CREATE TABLE import_source (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  site TEXT NOT NULL,
  name TEXT NOT NULL,
  is_open BOOLEAN NOT NULL,
  next_entry INTEGER NOT NULL,
  next_term INTEGER NOT NULL,
  next_comment INTEGER NOT NULL,
  next_account INTEGER NOT NULL,
  progress INTEGER NOT NULL
);
CREATE UNIQUE INDEX import_source_by_name ON import_source (site, name);

CREATE TABLE import_entry (
  source INTEGER NOT NULL,
  old_id INTEGER NOT NULL,
  mark TEXT NOT NULL,
  new_id INTEGER NOT NULL,
  parent INTEGER NOT NULL,
  menu_parent INTEGER NOT NULL,
  featured INTEGER NOT NULL,
  PRIMARY KEY (source, old_id)
);
CREATE INDEX import_entry_by_mark ON import_entry (mark);
CREATE INDEX import_entry_parent ON import_entry (source, old_id) WHERE parent <> 0;
CREATE INDEX import_entry_menu_parent ON import_entry (source, old_id) WHERE menu_parent <> 0;
CREATE INDEX import_entry_featured ON import_entry (source, old_id) WHERE featured <> 0;

CREATE TABLE import_file (
  source INTEGER NOT NULL,
  old_id INTEGER NOT NULL,
  file TEXT NOT NULL,
  urls TEXT NOT NULL,
  image BOOLEAN NOT NULL,
  settled BOOLEAN NOT NULL,
  PRIMARY KEY (source, old_id)
);
CREATE INDEX import_file_by_name ON import_file (file);
CREATE INDEX import_file_new ON import_file (source, old_id) WHERE NOT settled;

CREATE TABLE import_later (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source INTEGER NOT NULL,
  old_id INTEGER NOT NULL,
  record TEXT NOT NULL
);
CREATE UNIQUE INDEX import_later_by_old ON import_later (source, old_id);
