-- Clocks, more kinds of offers, turns that are taken back, and challenges that expire. A match that was
-- stored before has no clock. Lengths of time are milliseconds.

-- Status 6 is a challenge that nobody answered. A CHECK cannot be changed: the column is made anew.
DROP INDEX matches_challenger;
DROP INDEX matches_opponent;
ALTER TABLE matches RENAME COLUMN status TO former_status;
ALTER TABLE matches ADD COLUMN status INTEGER NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 6);
UPDATE matches SET status = former_status;
ALTER TABLE matches DROP COLUMN former_status;
CREATE INDEX matches_challenger ON matches (challenger, status);
CREATE INDEX matches_opponent ON matches (opponent, status);

-- What both agreed on; pace_turn 0: no clock.
ALTER TABLE matches ADD COLUMN pace_turn INTEGER NOT NULL DEFAULT 0 CHECK (pace_turn >= 0);
ALTER TABLE matches ADD COLUMN pace_bank INTEGER NOT NULL DEFAULT 0 CHECK (pace_bank >= 0);
ALTER TABLE matches ADD COLUMN grace INTEGER NOT NULL DEFAULT 0 CHECK (grace >= 0);

-- The clock as it stood at the last event. From clock_from on clock_left runs, unless it is paused or
-- the side to move is away; below zero it is taken from the bank of that side.
ALTER TABLE matches ADD COLUMN clock_began INTEGER; -- NULL: there is none
ALTER TABLE matches ADD COLUMN clock_from INTEGER;
ALTER TABLE matches ADD COLUMN clock_left INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN clock_kept INTEGER NOT NULL DEFAULT 0 CHECK (clock_kept >= 0);
ALTER TABLE matches ADD COLUMN paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1));
ALTER TABLE matches ADD COLUMN clock_up INTEGER; -- when the deadline was found passed; NULL: it was not
ALTER TABLE matches ADD COLUMN red_bank INTEGER NOT NULL DEFAULT 0 CHECK (red_bank >= 0);
ALTER TABLE matches ADD COLUMN red_away INTEGER; -- NULL: not since its last turn
ALTER TABLE matches ADD COLUMN blue_bank INTEGER NOT NULL DEFAULT 0 CHECK (blue_bank >= 0);
ALTER TABLE matches ADD COLUMN blue_away INTEGER;

-- Offers, as that to stop.
ALTER TABLE matches ADD COLUMN takeback_by INTEGER NOT NULL DEFAULT 0 CHECK (takeback_by BETWEEN 0 AND 2);
ALTER TABLE matches ADD COLUMN takeback_refused INTEGER NOT NULL DEFAULT 0 CHECK (takeback_refused IN (0, 1));
ALTER TABLE matches ADD COLUMN takeback_barred INTEGER NOT NULL DEFAULT 0 CHECK (takeback_barred BETWEEN 0 AND 2);
ALTER TABLE matches ADD COLUMN time_by INTEGER NOT NULL DEFAULT 0 CHECK (time_by BETWEEN 0 AND 2);
ALTER TABLE matches ADD COLUMN time_refused INTEGER NOT NULL DEFAULT 0 CHECK (time_refused IN (0, 1));
ALTER TABLE matches ADD COLUMN time_barred INTEGER NOT NULL DEFAULT 0 CHECK (time_barred BETWEEN 0 AND 2);
ALTER TABLE matches ADD COLUMN pause_by INTEGER NOT NULL DEFAULT 0 CHECK (pause_by BETWEEN 0 AND 2);
ALTER TABLE matches ADD COLUMN pause_refused INTEGER NOT NULL DEFAULT 0 CHECK (pause_refused IN (0, 1));
ALTER TABLE matches ADD COLUMN pause_barred INTEGER NOT NULL DEFAULT 0 CHECK (pause_barred BETWEEN 0 AND 2);

-- How much time was given, or somebody wants to be away.
ALTER TABLE events ADD COLUMN length INTEGER NOT NULL DEFAULT 0 CHECK (length >= 0);

-- What was played and taken back; seq: the event by which it was. The table turns holds what stands.
CREATE TABLE taken_back (
    match  TEXT    NOT NULL,
    seq    INTEGER NOT NULL,
    ply    INTEGER NOT NULL,
    turn   TEXT    NOT NULL,
    played INTEGER NOT NULL,
    PRIMARY KEY (match, seq, ply),
    FOREIGN KEY (match, seq) REFERENCES events (match, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER taken_back_never_changes BEFORE UPDATE ON taken_back
BEGIN
    SELECT RAISE(ABORT, 'what was taken back is append-only');
END;

CREATE TRIGGER taken_back_never_goes BEFORE DELETE ON taken_back
BEGIN
    SELECT RAISE(ABORT, 'what was taken back is append-only');
END;

-- Only the last turn goes, when the last event has taken it back.
DROP TRIGGER turns_never_go;
CREATE TRIGGER turns_never_go BEFORE DELETE ON turns
WHEN OLD.ply < (SELECT max(ply) FROM turns WHERE match = OLD.match) OR NOT EXISTS (
    SELECT 1 FROM taken_back WHERE match = OLD.match AND ply = OLD.ply AND turn = OLD.turn
        AND played = OLD.played AND seq = (SELECT max(seq) FROM events WHERE match = OLD.match))
BEGIN
    SELECT RAISE(ABORT, 'turns are append-only');
END;

-- Challenges that wait expire a week after they were made.
INSERT INTO jobs (kind, subject, due, attempts, version)
    SELECT 'flag', 'flag/' || id, created + 604800000, 0, 1 FROM matches WHERE status = 1;
