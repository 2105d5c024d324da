-- Nodes that share a PostgreSQL database announce changes; here there is one.
SELECT 1;
