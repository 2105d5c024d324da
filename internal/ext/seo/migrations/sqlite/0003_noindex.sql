-- What somebody chose to show to search engines or to hide from them: each list for
-- them leaves it out.
CREATE INDEX seo_row_noindex ON seo_row (object_type, noindex, object_id) WHERE noindex IS NOT NULL;
