-- The keys of workers, which think for the server from elsewhere: the same as SQLite's.
CREATE TABLE worker_keys (
    name TEXT COLLATE "C" PRIMARY KEY,
    hash TEXT COLLATE "C" NOT NULL UNIQUE,
    is_trusted BOOLEAN NOT NULL,
    made_ms BIGINT NOT NULL,
    seen_ms BIGINT
);
