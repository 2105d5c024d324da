-- Texts are stored with marks for the site's address from here on (see
-- EncodeAddresses); a program that doesn't know them must not open the database.
DELETE FROM cached;
