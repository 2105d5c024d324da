-- How much of its account's rights an application password has, and when it ends.
ALTER TABLE app_password ADD COLUMN scope TEXT NOT NULL DEFAULT 'publish';
ALTER TABLE app_password ADD COLUMN expires TEXT NOT NULL DEFAULT '';
