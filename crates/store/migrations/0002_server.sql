-- What the server itself remembers: one row.
CREATE TABLE server (
    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
    -- 32 bytes that its tokens are signed with.
    key BLOB,
    -- When it was last alive.
    pulse_ms INTEGER
) STRICT;

INSERT INTO server (id) VALUES (1);

-- Lists show the last to change first.
CREATE INDEX rooms_by_change ON rooms (is_over, updated_ms DESC, id);

PRAGMA user_version = 2;
