-- A room and what its list entry shows. The summary is derived from the events
-- and may change; the events may not.
CREATE TABLE rooms (
    id TEXT PRIMARY KEY NOT NULL,
    opened_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    -- How many events it has: the seq of the last.
    n_events INTEGER NOT NULL,
    is_over INTEGER NOT NULL,
    summary TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Everything that ever happened. One seq of a room is given once: the fence.
CREATE TABLE events (
    room TEXT NOT NULL REFERENCES rooms (id),
    seq INTEGER NOT NULL CHECK (seq >= 1),
    at_ms INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (room, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER events_never_change BEFORE UPDATE ON events
BEGIN
    SELECT RAISE(ABORT, 'an event never changes');
END;

CREATE TRIGGER events_never_go BEFORE DELETE ON events
BEGIN
    SELECT RAISE(ABORT, 'an event never goes');
END;

PRAGMA user_version = 1;
