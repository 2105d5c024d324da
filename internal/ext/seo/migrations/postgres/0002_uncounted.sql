-- Rows whose links nobody has counted yet, which are looked for again and again.
CREATE INDEX seo_row_uncounted ON seo_row (object_type, id) WHERE link_count IS NULL;
