-- When a room has to be looked at although nobody comes: when its flag falls, or at once
-- if it wants something done. NULL: never. What earlier versions left open is looked at
-- once, and then has its own moment.
ALTER TABLE rooms ADD COLUMN due_ms INTEGER;

UPDATE rooms SET due_ms = 0 WHERE is_over = 0;

CREATE INDEX rooms_by_due ON rooms (due_ms, id) WHERE due_ms IS NOT NULL;

-- Time that was nobody's, because no server ran: no two of them overlap. A room that is
-- not in memory meanwhile learns of it when it is brought there.
CREATE TABLE outages (
    until_ms INTEGER PRIMARY KEY NOT NULL,
    since_ms INTEGER NOT NULL CHECK (since_ms < until_ms)
) STRICT;

PRAGMA user_version = 6;
