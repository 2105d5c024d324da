-- What tells who wrote a comment is searched apart from what all may see: the
-- folded texts of name, e-mail, url, ip and content, each ended by a separator,
-- become those of name, url and content, and of e-mail and ip.
ALTER TABLE comment ADD COLUMN person_fold TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE comment SET
  fold = split_part(fold, chr(31), 1) || chr(31) || split_part(fold, chr(31), 3) || chr(31) || split_part(fold, chr(31), 5) || chr(31),
  person_fold = split_part(fold, chr(31), 2) || chr(31) || split_part(fold, chr(31), 4) || chr(31);
