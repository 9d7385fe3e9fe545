-- How a match is shown, apart from its law; what is due as jobs; people as the bot knows them.

-- What happened in a match. Of a match that is older than this table, what had been told is missing.
CREATE TABLE events (
    match  TEXT    NOT NULL REFERENCES matches (id),
    seq    INTEGER NOT NULL CHECK (seq >= 1),
    kind   INTEGER NOT NULL CHECK (kind >= 1),
    player TEXT    NOT NULL,
    ply    INTEGER NOT NULL CHECK (ply >= 0),
    at     INTEGER NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;

-- That a match moved to another channel (9) is no event any more: its delivery says where it is.
INSERT INTO events (match, seq, kind, player, ply, at)
    SELECT match, seq, kind, player, ply, at FROM outbox WHERE kind <> 9;

CREATE TRIGGER events_follow BEFORE INSERT ON events
WHEN NEW.seq <= (SELECT max(seq) FROM events WHERE match = NEW.match)
BEGIN
    SELECT RAISE(ABORT, 'events follow each other');
END;

CREATE TRIGGER events_never_change BEFORE UPDATE ON events
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

CREATE TRIGGER events_never_go BEFORE DELETE ON events
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

-- How a match is shown, and how much of it was told. sending: up to which event an announcement may
-- have been sent, 0 for none; serial: its number, which the announcement is recognised by.
CREATE TABLE deliveries (
    match        TEXT    NOT NULL PRIMARY KEY REFERENCES matches (id),
    guild        TEXT    NOT NULL,
    channel      TEXT    NOT NULL,
    locale       TEXT    NOT NULL,
    closed       INTEGER NOT NULL CHECK (closed IN (0, 1)),
    post_channel TEXT    NOT NULL, -- '': no message stands
    post_message TEXT    NOT NULL,
    told         INTEGER NOT NULL CHECK (told >= 0),
    sending      INTEGER NOT NULL CHECK (sending >= 0),
    serial       INTEGER NOT NULL CHECK (serial >= 0)
) STRICT, WITHOUT ROWID;

INSERT INTO deliveries
    SELECT id, guild, channel, locale, closed,
        coalesce((SELECT channel FROM posts WHERE match = id), ''),
        coalesce((SELECT message FROM posts WHERE match = id), ''),
        coalesce((SELECT min(seq) - 1 FROM outbox WHERE match = matches.id), seq),
        coalesce((SELECT max(seq) FROM outbox WHERE match = matches.id AND sending = 1), 0),
        coalesce((SELECT max(seq) FROM outbox WHERE match = matches.id AND sending = 1), seq)
    FROM matches;

-- What is due. Of a subject, one at a time. lease: until when somebody has it.
CREATE TABLE jobs (
    kind     TEXT    NOT NULL CHECK (kind <> ''),
    subject  TEXT    NOT NULL CHECK (subject <> ''),
    due      INTEGER NOT NULL,
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    lease    INTEGER,          -- NULL: nobody
    version  INTEGER NOT NULL CHECK (version >= 1),
    PRIMARY KEY (subject, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX jobs_due ON jobs (kind, due);
CREATE INDEX jobs_lease ON jobs (lease) WHERE lease IS NOT NULL;

INSERT INTO jobs (kind, subject, due, attempts, version)
    SELECT 'tell', match, min(due), max(attempts), 1 FROM outbox GROUP BY match;
INSERT INTO jobs (kind, subject, due, attempts, version)
    SELECT DISTINCT 'retire', channel || '/' || message, 0, 0, 1 FROM retired;
INSERT INTO jobs (kind, subject, due, attempts, version)
    SELECT 'robot', 'robot/' || id, changed, 0, 1 FROM matches WHERE awaits_robot = 1;

-- Made when somebody first acts. settings is a JSON object of what they chose; what is not in it is
-- as by default.
CREATE TABLE players (
    id       TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    locale   TEXT    NOT NULL, -- of their client when last seen; '': not known
    zone     TEXT    NOT NULL, -- IANA time zone; '': not known
    settings TEXT    NOT NULL CHECK (json_type(settings) = 'object'),
    met      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Whose turn it is; '': nobody's.
ALTER TABLE matches ADD COLUMN to_move TEXT NOT NULL DEFAULT '';
UPDATE matches SET to_move =
    iif((SELECT count(*) FROM turns WHERE match = id) % 2 = 0, red, blue) WHERE status = 2;

DROP TABLE outbox;
DROP TABLE posts;
DROP TABLE retired;
DROP INDEX matches_robot;
ALTER TABLE matches DROP COLUMN awaits_robot;
ALTER TABLE matches DROP COLUMN offer_ply;
ALTER TABLE matches DROP COLUMN guild;
ALTER TABLE matches DROP COLUMN channel;
ALTER TABLE matches DROP COLUMN locale;
ALTER TABLE matches DROP COLUMN closed;
