-- The servers of this database, one row for each of their stays. One that has not beaten for
-- two seconds is taken for dead; its row stays as long as a room has it for its owner, because
-- the last beat says since when nobody looked after that room.
CREATE TABLE nodes (
    id TEXT COLLATE "C" PRIMARY KEY,
    url TEXT NOT NULL,
    version TEXT NOT NULL,
    beat_ms BIGINT NOT NULL
);

-- Which node has a room in memory, and how often it has changed hands: an event is written by
-- whoever has the last epoch, and by nobody else. One that was handed over knows since when.
ALTER TABLE rooms ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;

ALTER TABLE rooms ADD COLUMN owner TEXT COLLATE "C";

ALTER TABLE rooms ADD COLUMN released_ms BIGINT;

CREATE INDEX rooms_by_owner ON rooms (owner) WHERE owner IS NOT NULL;
