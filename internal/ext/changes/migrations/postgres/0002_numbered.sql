-- A new change has no number yet. It isn't in the indexes of numbers until it has one, so that
-- who writes it touches two indexes fewer.
DROP INDEX changes_change_by_seq;
CREATE UNIQUE INDEX changes_change_by_seq ON changes_change (seq) WHERE seq IS NOT NULL;
DROP INDEX changes_change_public;
CREATE INDEX changes_change_public ON changes_change (seq) WHERE public > 0 AND seq IS NOT NULL;
