-- Transactions write side by side on PostgreSQL; here there is one writer, whose
-- counters stay as they are.
SELECT 1;
