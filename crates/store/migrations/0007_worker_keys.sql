-- The keys of workers, which think for the server from elsewhere. Of a key only its hash is
-- here; who has lost one gets another. A key that is revoked is gone.
CREATE TABLE worker_keys (
    name TEXT PRIMARY KEY NOT NULL,
    -- SHA-256 of the key, in hexadecimal digits.
    hash TEXT NOT NULL UNIQUE,
    -- Whether its workers also get what people wait for in games.
    is_trusted INTEGER NOT NULL,
    made_ms INTEGER NOT NULL,
    -- When a worker with it was last connected. NULL: never.
    seen_ms INTEGER
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 7;
