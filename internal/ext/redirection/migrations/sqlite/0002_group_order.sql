-- Names of groups as they are compared: without regard to case and accents.
ALTER TABLE redirection_group ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
UPDATE redirection_group SET sort_key = LOWER(name);
