-- SQLite alone has such an index.
SELECT 1;
