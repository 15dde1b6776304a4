-- A room may be opened from a record: its first event then has moves, which earlier
-- versions cannot read. Nothing in the tables changes.
PRAGMA user_version = 5;
