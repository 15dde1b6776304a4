-- The checksum of an event (see sum.rs). Events of earlier versions have none.
ALTER TABLE events ADD COLUMN sum INTEGER;

PRAGMA user_version = 3;
