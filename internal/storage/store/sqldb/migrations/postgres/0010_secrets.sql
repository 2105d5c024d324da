-- The keys that the site signs and encrypts with, apart from its content: what
-- shows or copies the options doesn't show them.
CREATE TABLE secret (
  name TEXT COLLATE "C" PRIMARY KEY,
  value TEXT COLLATE "C" NOT NULL
);
INSERT INTO secret (name, value) SELECT 'auth', REPLACE(value, '"', '') FROM site_option WHERE name = 'auth_secret';
INSERT INTO secret (name, value) SELECT 'widgets', REPLACE(value, '"', '') FROM site_option WHERE name = 'widget_key';
DELETE FROM site_option WHERE name IN ('auth_secret', 'widget_key');
