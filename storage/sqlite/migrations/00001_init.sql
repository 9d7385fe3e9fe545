-- Times are Unix milliseconds in UTC, durations are milliseconds. Statuses, sides, reasons and kinds of events are the
-- numbers of the Go packages rules and match, which never change.

PRAGMA application_id = 0x4D414442; -- "MADB"

-- Matches: the terms, the players, and the current state.
CREATE TABLE matches (
    id               TEXT    NOT NULL PRIMARY KEY,
    status           INTEGER NOT NULL CHECK (status BETWEEN 1 AND 6),
    seq              INTEGER NOT NULL CHECK (seq >= 1), -- the number of its events
    challenger       TEXT    NOT NULL CHECK (challenger <> ''),
    opponent         TEXT    NOT NULL, -- '': open to anyone
    red              TEXT    NOT NULL, -- '': not accepted
    blue             TEXT    NOT NULL,
    board            TEXT    NOT NULL CHECK (board IN ('6x4', '5x5')),
    positioning      INTEGER NOT NULL CHECK (positioning IN (0, 1)),
    stall_limit      INTEGER NOT NULL CHECK (stall_limit BETWEEN 0 AND 255),
    origin           TEXT    NOT NULL, -- the position it starts from, in the notation of rules 6.1; '': the usual one
    side             INTEGER NOT NULL CHECK (side BETWEEN 0 AND 2),
    level            INTEGER NOT NULL CHECK (level >= 0), -- the robot's; 0: between people
    practice         INTEGER NOT NULL CHECK (practice IN (0, 1)), -- for practice, and not kept
    winner           INTEGER NOT NULL CHECK (winner BETWEEN 0 AND 2),
    reason           INTEGER NOT NULL CHECK (reason >= 0),
    offer_by         INTEGER NOT NULL CHECK (offer_by BETWEEN 0 AND 2), -- to stop
    offer_refused    INTEGER NOT NULL CHECK (offer_refused IN (0, 1)),
    offer_barred     INTEGER NOT NULL CHECK (offer_barred BETWEEN 0 AND 2),
    created          INTEGER NOT NULL,
    started          INTEGER,          -- NULL: not accepted
    changed          INTEGER NOT NULL,
    ended            INTEGER,          -- NULL: still open
    ended_by         TEXT    NOT NULL, -- who ended it, for example by the last turn; '': nobody, or it is open
    to_move          TEXT    NOT NULL, -- '': nobody

    -- The clock's terms (pace_turn 0: no clock), and its state at the last event. From clock_from on, clock_left runs,
    -- unless the clock is paused or the side to move is away; below zero, it uses the bank of that side.
    pace_turn        INTEGER NOT NULL CHECK (pace_turn >= 0),
    pace_bank        INTEGER NOT NULL CHECK (pace_bank >= 0),
    grace            INTEGER NOT NULL CHECK (grace >= 0),
    clock_began      INTEGER,          -- NULL: not accepted
    clock_from       INTEGER,
    clock_left       INTEGER NOT NULL,
    paused           INTEGER NOT NULL CHECK (paused IN (0, 1)),
    clock_up         INTEGER,          -- when the deadline was found to have passed; NULL: it was not
    clock_await      INTEGER,          -- until when the clock waits for a player who could not be notified; NULL: it does not
    red_bank         INTEGER NOT NULL CHECK (red_bank >= 0),
    red_away         INTEGER,          -- until when Red is away; NULL: it is not, since its last turn
    blue_bank        INTEGER NOT NULL CHECK (blue_bank >= 0),
    blue_away        INTEGER,
    suspension       INTEGER NOT NULL CHECK (suspension >= 0), -- why the clock is stopped; 0: it is not
    suspended        INTEGER,          -- since when

    -- Offers, like the one to stop.
    takeback_by      INTEGER NOT NULL CHECK (takeback_by BETWEEN 0 AND 2),
    takeback_refused INTEGER NOT NULL CHECK (takeback_refused IN (0, 1)),
    takeback_barred  INTEGER NOT NULL CHECK (takeback_barred BETWEEN 0 AND 2),
    time_by          INTEGER NOT NULL CHECK (time_by BETWEEN 0 AND 2),
    time_refused     INTEGER NOT NULL CHECK (time_refused IN (0, 1)),
    time_barred      INTEGER NOT NULL CHECK (time_barred BETWEEN 0 AND 2),
    pause_by         INTEGER NOT NULL CHECK (pause_by BETWEEN 0 AND 2),
    pause_refused    INTEGER NOT NULL CHECK (pause_refused IN (0, 1)),
    pause_barred     INTEGER NOT NULL CHECK (pause_barred BETWEEN 0 AND 2),
    calloff_by       INTEGER NOT NULL CHECK (calloff_by BETWEEN 0 AND 2),
    calloff_refused  INTEGER NOT NULL CHECK (calloff_refused IN (0, 1)),
    calloff_barred   INTEGER NOT NULL CHECK (calloff_barred BETWEEN 0 AND 2),

    hints            INTEGER NOT NULL CHECK (hints >= -1), -- for each side; 0: unlimited, -1: none
    no_takebacks     INTEGER NOT NULL CHECK (no_takebacks IN (0, 1)),
    rated            INTEGER NOT NULL CHECK (rated IN (0, 1)),
    undone           INTEGER NOT NULL CHECK (undone >= 0), -- its moment minus its ply: turns taken back, and takebacks
    red_hints        INTEGER NOT NULL CHECK (red_hints >= 0), -- hints that it has had
    blue_hints       INTEGER NOT NULL CHECK (blue_hints >= 0),
    past             TEXT    NOT NULL CHECK (json_valid(past)) -- what it remembers in addition to the current turns
) STRICT;

CREATE INDEX matches_challenger ON matches (challenger, status, ended DESC, id);
CREATE INDEX matches_opponent ON matches (opponent, status, ended DESC, id);
CREATE INDEX matches_made ON matches (challenger, created);
CREATE INDEX matches_created ON matches (created); -- recent challenges are counted before each new one
CREATE INDEX matches_nothing ON matches (ended) WHERE (status IN (4, 5, 6) OR practice AND status = 3); -- what is deleted after a time
CREATE INDEX matches_open ON matches (status) WHERE status IN (1, 2); -- counted for the metrics

-- The turns of games, without those taken back. Everything else about a game follows from its turns.
CREATE TABLE turns (
    match  TEXT    NOT NULL REFERENCES matches (id),
    ply    INTEGER NOT NULL CHECK (ply >= 1),
    turn   TEXT    NOT NULL, -- canonical notation
    played INTEGER NOT NULL,
    PRIMARY KEY (match, ply)
) STRICT, WITHOUT ROWID;

-- The events of matches.
CREATE TABLE events (
    match  TEXT    NOT NULL REFERENCES matches (id),
    seq    INTEGER NOT NULL CHECK (seq >= 1),
    kind   INTEGER NOT NULL CHECK (kind >= 1),
    player TEXT    NOT NULL,
    ply    INTEGER NOT NULL CHECK (ply >= 0),
    at     INTEGER NOT NULL,
    length INTEGER NOT NULL CHECK (length >= 0), -- of the time given, or of an absence
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX events_annulled ON events (player) WHERE kind IN (41, 44); -- by the person who annulled it, who is not a player of the match

-- Turns that were taken back; seq: the takeback event.
CREATE TABLE taken_back (
    match  TEXT    NOT NULL,
    seq    INTEGER NOT NULL,
    ply    INTEGER NOT NULL,
    turn   TEXT    NOT NULL,
    played INTEGER NOT NULL,
    PRIMARY KEY (match, seq, ply),
    FOREIGN KEY (match, seq) REFERENCES events (match, seq)
) STRICT, WITHOUT ROWID;

-- How matches are shown, and up to which event they were announced (told). sending: the event up to which an
-- announcement may have been sent, 0 for none; edits: whether it edits the current message; serial: its number, by which
-- it is recognized.
CREATE TABLE deliveries (
    match        TEXT    NOT NULL PRIMARY KEY REFERENCES matches (id),
    guild        TEXT    NOT NULL,
    channel      TEXT    NOT NULL,
    locale       TEXT    NOT NULL,
    away         INTEGER NOT NULL CHECK (away IN (0, 1)), -- the bot cannot post there, only answer
    forum        INTEGER NOT NULL CHECK (forum IN (0, 1)), -- the channel is a forum, in which the match has a post
    closed       INTEGER NOT NULL CHECK (closed IN (0, 1)), -- the channel refused the last news
    post_channel TEXT    NOT NULL, -- '': there is no message
    post_message TEXT    NOT NULL,
    told         INTEGER NOT NULL CHECK (told >= 0),
    sending      INTEGER NOT NULL CHECK (sending >= 0),
    edits        INTEGER NOT NULL CHECK (edits IN (0, 1)),
    serial       INTEGER NOT NULL CHECK (serial >= 0),
    thread       TEXT    NOT NULL,
    shares       TEXT    NOT NULL CHECK (json_valid(shares)) -- what players have shared
) STRICT, WITHOUT ROWID;

CREATE INDEX deliveries_guild ON deliveries (guild, match) WHERE guild <> '';

-- Jobs, of which one per subject is done at a time. lease: until when a process has the job; claim: the end of the lease
-- when it was claimed, which distinguishes claims.
CREATE TABLE jobs (
    kind     TEXT    NOT NULL CHECK (kind <> ''),
    subject  TEXT    NOT NULL CHECK (subject <> ''),
    due      INTEGER NOT NULL,
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    lease    INTEGER,          -- NULL: nobody
    claim    INTEGER,
    version  INTEGER NOT NULL CHECK (version >= 1),
    cause    TEXT    NOT NULL DEFAULT '', -- the interaction or job that scheduled it
    PRIMARY KEY (subject, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX jobs_due ON jobs (kind, due);
CREATE INDEX jobs_lease ON jobs (lease) WHERE lease IS NOT NULL;

-- People, from when they first act. Fields missing from a JSON object have their defaults.
CREATE TABLE players (
    id       TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    locale   TEXT    NOT NULL, -- of their client when last seen; '': unknown
    zone     TEXT    NOT NULL, -- IANA time zone; '': unknown
    settings TEXT    NOT NULL CHECK (json_type(settings) = 'object'), -- what they chose
    progress TEXT    NOT NULL CHECK (json_type(progress) = 'object'), -- in the lessons, and what they were told once
    vacation TEXT    NOT NULL CHECK (json_valid(vacation)),
    met      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Profiles that were deleted in the last 90 days. account: a hash of the player's id with the key below, by which players
-- who come back are recognized.
CREATE TABLE former_players (
    name    TEXT    NOT NULL PRIMARY KEY, -- the id that replaced the player's
    account TEXT    NOT NULL,
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX former_players_account ON former_players (account, at);
CREATE INDEX former_players_at ON former_players (at);

-- What no export contains: the key of the hashes.
CREATE TABLE secrets (
    id  INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    key TEXT    NOT NULL
) STRICT;

INSERT INTO secrets VALUES (1, hex(randomblob(32)));

-- A player's own data about a match: when they looked, plans, notes.
CREATE TABLE seats (
    match  TEXT NOT NULL REFERENCES matches (id),
    player TEXT NOT NULL,
    helped INTEGER NOT NULL CHECK (helped >= 0), -- hints and practice games elsewhere, during a rated match
    kept   TEXT NOT NULL CHECK (json_valid(kept)),
    PRIMARY KEY (match, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE reviews (
    match   TEXT    NOT NULL PRIMARY KEY REFERENCES matches (id),
    asker   TEXT    NOT NULL,
    asked   INTEGER NOT NULL,
    done    INTEGER NOT NULL,
    total   INTEGER NOT NULL,
    made    INTEGER,          -- NULL: under way
    version TEXT    NOT NULL, -- of the engine
    found   TEXT    NOT NULL CHECK (json_valid(found)) -- the review; null: not made yet
) STRICT, WITHOUT ROWID;

CREATE INDEX reviews_open ON reviews (asker) WHERE made IS NULL;
CREATE INDEX reviews_asked ON reviews (asker, asked);

-- How each rated match changed a rating, or why it did not. The last row of a player is their current rating.
CREATE TABLE rating_changes (
    player TEXT NOT NULL,
    n      INTEGER NOT NULL CHECK (n >= 1), -- numbered from 1 for each player
    match  TEXT NOT NULL REFERENCES matches (id),
    at     INTEGER NOT NULL,
    change TEXT    NOT NULL CHECK (json_valid(change)),
    PRIMARY KEY (player, n)
) STRICT, WITHOUT ROWID;

-- A match changes a player's rating once, once more if it is annulled, and once more if it is reinstated.
CREATE UNIQUE INDEX rating_changes_match ON rating_changes (match, player, CASE WHEN change ->> 'why' IN ('annulled', 'reinstated') THEN change ->> 'why'
        WHEN change ->> 'why' IS NOT NULL THEN '' END);

-- What players scored on a server in a season, which is a quarter of a year.
CREATE TABLE standings (
    server  TEXT    NOT NULL CHECK (server <> ''),
    season  TEXT    NOT NULL,
    player  TEXT    NOT NULL,
    matches INTEGER NOT NULL,
    halves  INTEGER NOT NULL, -- half points
    PRIMARY KEY (server, season, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE servers (
    id       TEXT NOT NULL PRIMARY KEY,
    settings TEXT NOT NULL CHECK (json_valid(settings))
) STRICT, WITHOUT ROWID;

CREATE INDEX servers_unranked ON servers (id) WHERE settings ->> 'unranked' IS NOT NULL;

-- Puzzles of the day; day: days since 1970-01-01.
CREATE TABLE dailies (
    server  TEXT    NOT NULL,
    day     INTEGER NOT NULL,
    puzzle  TEXT    NOT NULL,
    channel TEXT    NOT NULL,
    message TEXT    NOT NULL, -- '': it is not posted yet
    begun   INTEGER,          -- from when on it may have been posted; NULL: not yet
    recount INTEGER,          -- when the post is to show how many have solved it; NULL: nobody else has
    closed  INTEGER NOT NULL CHECK (closed IN (0, 1)),
    PRIMARY KEY (server, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE daily_solvers (
    server TEXT    NOT NULL,
    day    INTEGER NOT NULL,
    player TEXT    NOT NULL,
    tries  INTEGER NOT NULL CHECK (tries >= 1),
    at     INTEGER,         -- NULL: they have not solved it
    streak INTEGER NOT NULL CHECK (streak >= 0),
    free   INTEGER NOT NULL CHECK (free >= 0), -- forgiven days of the month in the streak
    shared INTEGER NOT NULL CHECK (shared IN (0, 1)),
    PRIMARY KEY (server, day, player),
    FOREIGN KEY (server, day) REFERENCES dailies (server, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_solvers_player ON daily_solvers (player, day);

-- How somebody's first attempt at a puzzle ended; puzzle: its id, MATCH.PLY for one from a match, or ID#N for the Nth time
-- that a missed one came again.
CREATE TABLE puzzle_tries (
    player TEXT    NOT NULL,
    puzzle TEXT    NOT NULL,
    n      INTEGER NOT NULL CHECK (n >= 1), -- numbered from 1 for each player
    good   INTEGER NOT NULL CHECK (good IN (0, 1)),
    hinted INTEGER NOT NULL CHECK (hinted IN (0, 1)),
    at     INTEGER NOT NULL,
    rating TEXT    NOT NULL CHECK (json_valid(rating)), -- of the player, afterwards
    PRIMARY KEY (player, puzzle),
    UNIQUE (player, n),
    CHECK (good + hinted < 2)
) STRICT, WITHOUT ROWID;

-- The ratings of puzzles that somebody has tried.
CREATE TABLE puzzles (
    id     TEXT NOT NULL PRIMARY KEY,
    rating TEXT NOT NULL CHECK (json_valid(rating))
) STRICT, WITHOUT ROWID;

-- Positions of matches in which a player went wrong.
CREATE TABLE own_puzzles (
    match  TEXT    NOT NULL REFERENCES matches (id),
    player TEXT    NOT NULL,
    guild  TEXT    NOT NULL, -- '': none
    ply    INTEGER NOT NULL CHECK (ply >= 0),
    turn   TEXT    NOT NULL, -- the right one
    wins   INTEGER NOT NULL CHECK (wins IN (0, 1)),
    PRIMARY KEY (match, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX own_puzzles_player ON own_puzzles (player);
CREATE INDEX own_puzzles_guild ON own_puzzles (guild, match, player);

-- The leagues of servers. season: numbered from 1; grp: from 1, the best; 0: the season has not begun.
CREATE TABLE leagues (
    server TEXT    NOT NULL PRIMARY KEY,
    season INTEGER NOT NULL CHECK (season >= 1),
    state  TEXT    NOT NULL CHECK (json_valid(state))
) STRICT, WITHOUT ROWID;

CREATE TABLE league_entries (
    server TEXT    NOT NULL REFERENCES leagues (server),
    season INTEGER NOT NULL,
    player TEXT    NOT NULL,
    grp    INTEGER NOT NULL CHECK (grp >= 0),
    seat   INTEGER NOT NULL CHECK (seat >= 0), -- before the season begins, the place in the last one
    missed INTEGER NOT NULL CHECK (missed >= 0), -- checks in a row that did not find them on the server
    way    INTEGER NOT NULL CHECK (way BETWEEN 0 AND 4), -- in which they left; 0: they have not
    PRIMARY KEY (server, season, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX league_entries_player ON league_entries (player);

-- The matches of seasons, each between two seats of a group. result: a number of the Go package league.
CREATE TABLE league_pairs (
    match  TEXT    NOT NULL PRIMARY KEY REFERENCES matches (id),
    server TEXT    NOT NULL REFERENCES leagues (server),
    season INTEGER NOT NULL,
    grp    INTEGER NOT NULL CHECK (grp >= 1),
    red    INTEGER NOT NULL CHECK (red >= 0),
    blue   INTEGER NOT NULL CHECK (blue >= 0),
    result INTEGER NOT NULL CHECK (result BETWEEN 0 AND 5), -- 0: open
    judged INTEGER NOT NULL CHECK (judged IN (0, 1)), -- decided by the position at the end of the season
    ended  INTEGER NOT NULL CHECK (ended BETWEEN 0 AND 5), -- how the match ended, whether that counts or not
    late   INTEGER -- when a side lost it on time
) STRICT, WITHOUT ROWID;

CREATE INDEX league_pairs_season ON league_pairs (server, season);

-- The operator's orders.
CREATE TABLE orders (
    id     INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    orders TEXT    NOT NULL CHECK (json_valid(orders))
) STRICT;

-- Interactions that the bot received over HTTP and handles.
CREATE TABLE interactions (
    id TEXT    NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- When the bot was last running.
CREATE TABLE alive (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL,
    back INTEGER
) STRICT;

CREATE TRIGGER turns_follow BEFORE INSERT ON turns
WHEN NEW.ply <> 1 + (SELECT coalesce(max(ply), 0) FROM turns WHERE match = NEW.match)
BEGIN
    SELECT RAISE(ABORT, 'turns follow each other');
END;

CREATE TRIGGER turns_never_change BEFORE UPDATE ON turns
BEGIN
    SELECT RAISE(ABORT, 'turns are append-only');
END;

-- A turn can be deleted only if it is the last one and the last event has taken it back, or if its match came to nothing.
CREATE TRIGGER turns_never_go BEFORE DELETE ON turns
WHEN (OLD.ply < (SELECT max(ply) FROM turns WHERE match = OLD.match) OR NOT EXISTS (
    SELECT 1 FROM taken_back WHERE match = OLD.match AND ply = OLD.ply AND turn = OLD.turn
        AND played = OLD.played AND seq = (SELECT max(seq) FROM events WHERE match = OLD.match)))
    AND NOT EXISTS (SELECT 1 FROM matches WHERE id = OLD.match AND (status IN (4, 5, 6) OR practice AND status = 3))
BEGIN
    SELECT RAISE(ABORT, 'turns are append-only');
END;

CREATE TRIGGER events_follow BEFORE INSERT ON events
WHEN NEW.seq <> 1 + (SELECT coalesce(max(seq), 0) FROM events WHERE match = NEW.match)
BEGIN
    SELECT RAISE(ABORT, 'events follow each other');
END;

-- Except to replace the id of a deleted player.
CREATE TRIGGER events_never_change BEFORE UPDATE ON events
WHEN NEW.player NOT LIKE 'former-%' OR (NEW.match, NEW.seq, NEW.kind, NEW.ply, NEW.at, NEW.length)
    <> (OLD.match, OLD.seq, OLD.kind, OLD.ply, OLD.at, OLD.length)
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

CREATE TRIGGER events_never_go BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM matches WHERE id = OLD.match AND (status IN (4, 5, 6) OR practice AND status = 3))
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

CREATE TRIGGER taken_back_never_changes BEFORE UPDATE ON taken_back
BEGIN
    SELECT RAISE(ABORT, 'what was taken back is append-only');
END;

CREATE TRIGGER taken_back_never_goes BEFORE DELETE ON taken_back
WHEN NOT EXISTS (SELECT 1 FROM matches WHERE id = OLD.match AND (status IN (4, 5, 6) OR practice AND status = 3))
BEGIN
    SELECT RAISE(ABORT, 'what was taken back is append-only');
END;

-- Except to replace the id of a deleted player.
CREATE TRIGGER rating_changes_never_change BEFORE UPDATE ON rating_changes
WHEN NEW.player NOT LIKE 'former-%' OR (NEW.n, NEW.match, NEW.at, NEW.change)
    <> (OLD.n, OLD.match, OLD.at, OLD.change)
BEGIN
    SELECT RAISE(ABORT, 'rating changes are append-only');
END;

CREATE TRIGGER rating_changes_never_go BEFORE DELETE ON rating_changes
BEGIN
    SELECT RAISE(ABORT, 'rating changes are append-only');
END;
