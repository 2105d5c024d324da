-- What tells who wrote a comment is searched apart from what all may see: the
-- folded texts of name, e-mail, url, ip and content, each ended by a separator,
-- become those of name, url and content, and of e-mail and ip.
ALTER TABLE comment ADD COLUMN person_fold TEXT NOT NULL DEFAULT '';
UPDATE comment SET fold = p.name || char(31) || p.url || char(31) || p.rest, person_fold = p.email || char(31) || p.ip || char(31)
FROM (
  SELECT id, name, email, url, substr(rest, 1, instr(rest, char(31)) - 1) AS ip, substr(rest, instr(rest, char(31)) + 1) AS rest FROM (
    SELECT id, name, email, substr(rest, 1, instr(rest, char(31)) - 1) AS url, substr(rest, instr(rest, char(31)) + 1) AS rest FROM (
      SELECT id, name, substr(rest, 1, instr(rest, char(31)) - 1) AS email, substr(rest, instr(rest, char(31)) + 1) AS rest FROM (
        SELECT id, substr(fold, 1, instr(fold, char(31)) - 1) AS name, substr(fold, instr(fold, char(31)) + 1) AS rest FROM comment
      )
    )
  )
) p WHERE p.id = comment.id;
