-- Which tokens of a seat still count. This is no event: it says nothing of the game,
-- and it changes. A seat without a row is as it was when its room was opened.
CREATE TABLE seats (
    room TEXT NOT NULL REFERENCES rooms (id),
    -- Who holds it: host, guest, or both at one screen.
    holder TEXT NOT NULL,
    -- How often its devices were signed out: tokens from before are worth nothing.
    generation INTEGER NOT NULL DEFAULT 0,
    -- How many hand-over links were used: those from before are worth nothing.
    n_handed INTEGER NOT NULL DEFAULT 0,
    -- What only whoever asked for the last sign-out knows, as a hash.
    asked TEXT,
    PRIMARY KEY (room, holder)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 4;
