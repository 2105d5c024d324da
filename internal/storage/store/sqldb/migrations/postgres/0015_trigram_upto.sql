-- The server keeps its indexes itself; on SQLite new texts are taken in together.
SELECT 1;
