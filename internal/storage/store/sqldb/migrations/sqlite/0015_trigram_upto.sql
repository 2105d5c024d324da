-- The trigram index has the texts of entries up to this id; those of later ones
-- are taken in together (see trigram.go).
CREATE TABLE entry_trigram_upto (id INTEGER NOT NULL);
INSERT INTO entry_trigram_upto (id) SELECT COALESCE(MAX(entry_id), 0) FROM entry_text;
