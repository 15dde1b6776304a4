-- Which node has a room in memory, and how often it has changed hands: an event is written by
-- whoever has the last epoch, and by nobody else. A file has one server, and its rooms no owner.
ALTER TABLE rooms ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;

PRAGMA user_version = 8;
