-- Times are Unix milliseconds in UTC. Numbers of statuses, sides, reasons and events are those of
-- the Go packages rules and match, which keep them stable.

PRAGMA application_id = 0x4D414421; -- "MAD!"

CREATE TABLE matches (
    id            TEXT    NOT NULL PRIMARY KEY,
    status        INTEGER NOT NULL CHECK (status BETWEEN 1 AND 5),
    seq           INTEGER NOT NULL CHECK (seq >= 1),
    challenger    TEXT    NOT NULL CHECK (challenger <> ''),
    opponent      TEXT    NOT NULL, -- '': open to anyone
    red           TEXT    NOT NULL, -- '': not accepted
    blue          TEXT    NOT NULL,
    board         TEXT    NOT NULL CHECK (board IN ('6x4', '5x5')),
    positioning   INTEGER NOT NULL CHECK (positioning IN (0, 1)),
    stall_limit   INTEGER NOT NULL CHECK (stall_limit BETWEEN 0 AND 255),
    side          INTEGER NOT NULL CHECK (side BETWEEN 0 AND 2),
    guild         TEXT    NOT NULL,
    channel       TEXT    NOT NULL,
    locale        TEXT    NOT NULL,
    winner        INTEGER NOT NULL CHECK (winner BETWEEN 0 AND 2),
    reason        INTEGER NOT NULL CHECK (reason >= 0),
    offer_by      INTEGER NOT NULL CHECK (offer_by BETWEEN 0 AND 2),
    offer_ply     INTEGER NOT NULL,
    offer_refused INTEGER NOT NULL CHECK (offer_refused IN (0, 1)),
    offer_barred  INTEGER NOT NULL CHECK (offer_barred BETWEEN 0 AND 2),
    created       INTEGER NOT NULL,
    started       INTEGER,          -- NULL: not accepted
    changed       INTEGER NOT NULL,
    ended         INTEGER           -- NULL: still open
) STRICT;

CREATE INDEX matches_challenger ON matches (challenger, status);
CREATE INDEX matches_opponent ON matches (opponent, status);

-- What was played. Everything else about a game follows from its turns.
CREATE TABLE turns (
    match  TEXT    NOT NULL REFERENCES matches (id),
    ply    INTEGER NOT NULL CHECK (ply >= 1),
    turn   TEXT    NOT NULL, -- canonical notation
    played INTEGER NOT NULL,
    PRIMARY KEY (match, ply)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER turns_follow BEFORE INSERT ON turns
WHEN NEW.ply <> 1 + (SELECT coalesce(max(ply), 0) FROM turns WHERE match = NEW.match)
BEGIN
    SELECT RAISE(ABORT, 'turns follow each other');
END;

CREATE TRIGGER turns_never_change BEFORE UPDATE ON turns
BEGIN
    SELECT RAISE(ABORT, 'turns are append-only');
END;

CREATE TRIGGER turns_never_go BEFORE DELETE ON turns
BEGIN
    SELECT RAISE(ABORT, 'turns are append-only');
END;

-- Events that people have not been told. What was told is deleted.
CREATE TABLE outbox (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    match    TEXT    NOT NULL REFERENCES matches (id),
    seq      INTEGER NOT NULL,
    kind     INTEGER NOT NULL,
    player   TEXT    NOT NULL,
    ply      INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due      INTEGER NOT NULL,
    UNIQUE (match, seq)
) STRICT;

CREATE INDEX outbox_due ON outbox (due);

-- The message that shows a match.
CREATE TABLE posts (
    match   TEXT NOT NULL PRIMARY KEY REFERENCES matches (id),
    channel TEXT NOT NULL,
    message TEXT NOT NULL CHECK (message <> '')
) STRICT, WITHOUT ROWID;

-- Messages that showed a match before, still to be removed from their channel.
CREATE TABLE retired (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    match   TEXT NOT NULL REFERENCES matches (id),
    channel TEXT NOT NULL,
    message TEXT NOT NULL
) STRICT;
