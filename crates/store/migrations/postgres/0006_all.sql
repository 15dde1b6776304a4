-- Everything that SQLite's steps up to version 6 made. Ids are compared byte by byte, as
-- SQLite and the program do, whatever the database's collation.
CREATE TABLE rooms (
    id TEXT COLLATE "C" PRIMARY KEY,
    opened_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    n_events BIGINT NOT NULL,
    is_over BOOLEAN NOT NULL,
    summary TEXT NOT NULL,
    due_ms BIGINT
);

CREATE INDEX rooms_by_change ON rooms (is_over, updated_ms DESC, id);

CREATE INDEX rooms_by_due ON rooms (due_ms, id) WHERE due_ms IS NOT NULL;

CREATE TABLE events (
    room TEXT COLLATE "C" NOT NULL REFERENCES rooms (id),
    seq BIGINT NOT NULL CHECK (seq >= 1),
    at_ms BIGINT NOT NULL,
    event TEXT NOT NULL,
    sum BIGINT,
    PRIMARY KEY (room, seq)
);

CREATE FUNCTION ponnuki_event_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        RAISE EXCEPTION 'an event never changes';
    END IF;
    RAISE EXCEPTION 'an event never goes';
END
$$;

CREATE TRIGGER events_never_change BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION ponnuki_event_stays();

CREATE TRIGGER events_never_vanish BEFORE TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION ponnuki_event_stays();

CREATE TABLE seats (
    room TEXT COLLATE "C" NOT NULL REFERENCES rooms (id),
    holder TEXT COLLATE "C" NOT NULL,
    generation BIGINT NOT NULL DEFAULT 0,
    n_handed BIGINT NOT NULL DEFAULT 0,
    asked TEXT,
    PRIMARY KEY (room, holder)
);

CREATE TABLE outages (
    until_ms BIGINT PRIMARY KEY,
    since_ms BIGINT NOT NULL CHECK (since_ms < until_ms)
);

CREATE TABLE server (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    pulse_ms BIGINT
);

INSERT INTO server (id) VALUES (1);

-- The key that seats are signed with, in a table of its own so that a dump can leave it out:
-- pg_dump --exclude-table-data=seat_key
CREATE TABLE seat_key (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    key BYTEA NOT NULL CHECK (length(key) = 32)
);
