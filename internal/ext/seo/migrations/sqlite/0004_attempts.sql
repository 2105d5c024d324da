-- How often the analysis of a row was begun that waits for it.
ALTER TABLE seo_row ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
