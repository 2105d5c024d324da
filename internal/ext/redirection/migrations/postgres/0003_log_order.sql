-- Addresses as lists of the log order and group them: without regard to case and accents.
ALTER TABLE redirection_log ADD COLUMN url_key TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE redirection_log SET url_key = LOWER(url);
