-- What an account may do, or not, for itself, whatever its roles say.
ALTER TABLE account ADD COLUMN rights TEXT NOT NULL DEFAULT '{}';
