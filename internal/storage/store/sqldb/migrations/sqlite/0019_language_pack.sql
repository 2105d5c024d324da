-- Texts of language packs, by file: what the core and themes say in other languages.
CREATE TABLE language_pack (
  locale TEXT NOT NULL,
  domain TEXT NOT NULL,
  file TEXT NOT NULL,
  texts TEXT NOT NULL,
  PRIMARY KEY (locale, domain, file)
);
