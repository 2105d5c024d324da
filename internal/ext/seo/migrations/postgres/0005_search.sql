-- What lists look for texts in, without case and accents. Rows are made anew after
-- this, which takes the accents away; until then case makes no difference.
ALTER TABLE seo_row ADD COLUMN search_key TEXT NOT NULL DEFAULT '';
UPDATE seo_row SET search_key = LOWER(name || ' ' || title || ' ' || description || ' ' || keyphrase || ' ' || social_title || ' ' || social_description);
