-- How many bytes the trigram index gathers before it writes a segment, which is merged
-- with others later. Programs before this one must not write to an index that was told
-- of each trigram of a text once (see trigram_tokens.go), so they don't know this number.
INSERT INTO entry_trigram (entry_trigram, rank) VALUES ('hashsize', 4194304);
