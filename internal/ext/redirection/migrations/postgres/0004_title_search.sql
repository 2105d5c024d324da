-- Titles of rules as they are searched: without regard to case and accents.
ALTER TABLE redirection_rule ADD COLUMN title_key TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE redirection_rule SET title_key = LOWER(title);
