-- The tables of storage/sqlite, whose schema explains each. Times and durations are milliseconds; names and ids are
-- ordered byte by byte. Rows that every turn updates leave room in their pages for the next version, which then needs no
-- new index entries.

CREATE TABLE matches (
    id               TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    status           BIGINT  NOT NULL CHECK (status BETWEEN 1 AND 6),
    seq              BIGINT  NOT NULL CHECK (seq >= 1),
    challenger       TEXT COLLATE "C" NOT NULL CHECK (challenger <> ''),
    opponent         TEXT COLLATE "C" NOT NULL, -- '': open to anyone
    red              TEXT COLLATE "C" NOT NULL, -- '': not accepted
    blue             TEXT COLLATE "C" NOT NULL,
    board            TEXT    NOT NULL CHECK (board IN ('6x4', '5x5')),
    positioning      BOOLEAN NOT NULL,
    stall_limit      BIGINT  NOT NULL CHECK (stall_limit BETWEEN 0 AND 255),
    origin           TEXT    NOT NULL, -- the position it starts from, in the notation of rules 6.1; '': the usual one
    side             BIGINT  NOT NULL CHECK (side BETWEEN 0 AND 2),
    level            BIGINT  NOT NULL CHECK (level >= 0),
    practice         BOOLEAN NOT NULL, -- for practice, and not kept
    winner           BIGINT  NOT NULL CHECK (winner BETWEEN 0 AND 2),
    reason           BIGINT  NOT NULL CHECK (reason >= 0),
    offer_by         BIGINT  NOT NULL CHECK (offer_by BETWEEN 0 AND 2),
    offer_refused    BOOLEAN NOT NULL,
    offer_barred     BIGINT  NOT NULL CHECK (offer_barred BETWEEN 0 AND 2),
    created          BIGINT  NOT NULL,
    started          BIGINT,          -- NULL: not accepted
    changed          BIGINT  NOT NULL,
    ended            BIGINT,          -- NULL: still open
    ended_by         TEXT COLLATE "C" NOT NULL,
    to_move          TEXT COLLATE "C" NOT NULL,
    pace_turn        BIGINT  NOT NULL CHECK (pace_turn >= 0),
    pace_bank        BIGINT  NOT NULL CHECK (pace_bank >= 0),
    grace            BIGINT  NOT NULL CHECK (grace >= 0),
    clock_began      BIGINT,          -- NULL: not accepted
    clock_from       BIGINT,
    clock_left       BIGINT  NOT NULL,
    paused           BOOLEAN NOT NULL,
    clock_up         BIGINT,          -- when the deadline was found to have passed; NULL: it was not
    clock_await      BIGINT,          -- until when the clock waits for a player who could not be notified; NULL: it does not
    red_bank         BIGINT  NOT NULL CHECK (red_bank >= 0),
    red_away         BIGINT,          -- until when Red is away; NULL: it is not, since its last turn
    blue_bank        BIGINT  NOT NULL CHECK (blue_bank >= 0),
    blue_away        BIGINT,
    suspension       BIGINT  NOT NULL CHECK (suspension >= 0), -- why the clock is stopped; 0: it is not
    suspended        BIGINT,          -- since when
    takeback_by      BIGINT  NOT NULL CHECK (takeback_by BETWEEN 0 AND 2),
    takeback_refused BOOLEAN NOT NULL,
    takeback_barred  BIGINT  NOT NULL CHECK (takeback_barred BETWEEN 0 AND 2),
    time_by          BIGINT  NOT NULL CHECK (time_by BETWEEN 0 AND 2),
    time_refused     BOOLEAN NOT NULL,
    time_barred      BIGINT  NOT NULL CHECK (time_barred BETWEEN 0 AND 2),
    pause_by         BIGINT  NOT NULL CHECK (pause_by BETWEEN 0 AND 2),
    pause_refused    BOOLEAN NOT NULL,
    pause_barred     BIGINT  NOT NULL CHECK (pause_barred BETWEEN 0 AND 2),
    calloff_by       BIGINT  NOT NULL CHECK (calloff_by BETWEEN 0 AND 2),
    calloff_refused  BOOLEAN NOT NULL,
    calloff_barred   BIGINT  NOT NULL CHECK (calloff_barred BETWEEN 0 AND 2),
    hints            BIGINT  NOT NULL CHECK (hints >= -1),
    no_takebacks     BOOLEAN NOT NULL,
    rated            BOOLEAN NOT NULL,
    undone           BIGINT  NOT NULL CHECK (undone >= 0),
    red_hints        BIGINT  NOT NULL CHECK (red_hints >= 0),
    blue_hints       BIGINT  NOT NULL CHECK (blue_hints >= 0),
    past             JSON    NOT NULL
) WITH (fillfactor = 80);

CREATE INDEX matches_challenger ON matches (challenger, status, ended DESC, id);
CREATE INDEX matches_opponent ON matches (opponent, status, ended DESC, id);
CREATE INDEX matches_made ON matches (challenger, created);
CREATE INDEX matches_created ON matches (created);
CREATE INDEX matches_nothing ON matches (ended) WHERE (status IN (4, 5, 6) OR practice AND status = 3); -- what is deleted after a time
CREATE INDEX matches_open ON matches (status) WHERE status IN (1, 2);
CREATE INDEX matches_timed ON matches (id) WHERE status = 2 AND pace_turn > 0;

CREATE TABLE turns (
    match  TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    ply    BIGINT NOT NULL CHECK (ply >= 1),
    turn   TEXT   NOT NULL, -- canonical notation
    played BIGINT NOT NULL,
    PRIMARY KEY (match, ply)
);

CREATE TABLE events (
    match  TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    seq    BIGINT NOT NULL CHECK (seq >= 1),
    kind   BIGINT NOT NULL CHECK (kind >= 1),
    player TEXT COLLATE "C" NOT NULL,
    ply    BIGINT NOT NULL CHECK (ply >= 0),
    at     BIGINT NOT NULL,
    length BIGINT NOT NULL CHECK (length >= 0),
    PRIMARY KEY (match, seq)
);
CREATE INDEX events_annulled ON events (player) WHERE kind IN (41, 44); -- by the person who annulled it, who is not a player of the match

CREATE TABLE taken_back (
    match  TEXT COLLATE "C" NOT NULL,
    seq    BIGINT NOT NULL,
    ply    BIGINT NOT NULL,
    turn   TEXT   NOT NULL,
    played BIGINT NOT NULL,
    PRIMARY KEY (match, seq, ply),
    FOREIGN KEY (match, seq) REFERENCES events (match, seq)
);

CREATE TABLE deliveries (
    match        TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES matches (id),
    guild        TEXT COLLATE "C" NOT NULL,
    channel      TEXT COLLATE "C" NOT NULL,
    locale       TEXT    NOT NULL,
    away         BOOLEAN NOT NULL,
    forum        BOOLEAN NOT NULL,
    closed       BOOLEAN NOT NULL,
    post_channel TEXT COLLATE "C" NOT NULL, -- '': there is no message
    post_message TEXT COLLATE "C" NOT NULL,
    told         BIGINT  NOT NULL CHECK (told >= 0),
    sending      BIGINT  NOT NULL CHECK (sending >= 0),
    edits        BOOLEAN NOT NULL,
    serial       BIGINT  NOT NULL CHECK (serial >= 0),
    thread       TEXT COLLATE "C" NOT NULL,
    shares       JSON NOT NULL
) WITH (fillfactor = 70);

CREATE INDEX deliveries_guild ON deliveries (guild, match) WHERE guild <> '';

CREATE TABLE jobs (
    kind     TEXT COLLATE "C" NOT NULL CHECK (kind <> ''),
    subject  TEXT COLLATE "C" NOT NULL CHECK (subject <> ''),
    due      BIGINT NOT NULL,
    attempts BIGINT NOT NULL CHECK (attempts >= 0),
    lease    BIGINT,          -- NULL: nobody
    claim    BIGINT,
    version  BIGINT NOT NULL CHECK (version >= 1),
    cause    TEXT   NOT NULL DEFAULT '',
    PRIMARY KEY (subject, kind)
) WITH (fillfactor = 70);

CREATE INDEX jobs_due ON jobs (kind, due, subject); -- in the order in which they are claimed
CREATE INDEX jobs_lease ON jobs (lease) WHERE lease IS NOT NULL;

CREATE TABLE players (
    id       TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (id <> ''),
    locale   TEXT   NOT NULL, -- of their client when last seen; '': unknown
    zone     TEXT   NOT NULL, -- IANA time zone; '': unknown
    settings JSON   NOT NULL CHECK (json_typeof(settings) = 'object'),
    progress JSON   NOT NULL CHECK (json_typeof(progress) = 'object'),
    vacation JSON   NOT NULL,
    met      BIGINT NOT NULL
) WITH (fillfactor = 80);

-- Profiles that were deleted in the last 90 days. account: a hash of the player's id with the key below, by which players
-- who come back are recognized.
CREATE TABLE former_players (
    name    TEXT COLLATE "C" NOT NULL PRIMARY KEY, -- the id that replaced the player's
    account TEXT COLLATE "C" NOT NULL,
    at      BIGINT NOT NULL
);

CREATE INDEX former_players_account ON former_players (account, at);
CREATE INDEX former_players_at ON former_players (at);

-- What no export contains: the key of the hashes.
CREATE TABLE secrets (
    id  BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    key TEXT   NOT NULL
);

INSERT INTO secrets VALUES (1, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

CREATE TABLE seats (
    match  TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    player TEXT COLLATE "C" NOT NULL,
    helped BIGINT NOT NULL CHECK (helped >= 0),
    kept   JSON NOT NULL,
    PRIMARY KEY (match, player)
) WITH (fillfactor = 70);

CREATE TABLE reviews (
    match   TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES matches (id),
    asker   TEXT COLLATE "C" NOT NULL,
    asked   BIGINT NOT NULL,
    done    BIGINT NOT NULL,
    total   BIGINT NOT NULL,
    made    BIGINT,          -- NULL: under way
    version TEXT   NOT NULL, -- of the engine
    found   JSON   NOT NULL -- the review; null: not made yet
) WITH (fillfactor = 80);

CREATE INDEX reviews_open ON reviews (asker) WHERE made IS NULL;
CREATE INDEX reviews_asked ON reviews (asker, asked);

-- How each rated match changed a rating, or why it did not. The last row of a player is their current rating.
CREATE TABLE rating_changes (
    player TEXT COLLATE "C" NOT NULL,
    n      BIGINT NOT NULL CHECK (n >= 1), -- numbered from 1 for each player
    match  TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    at     BIGINT NOT NULL,
    change JSON NOT NULL,
    PRIMARY KEY (player, n)
);

-- A match changes a player's rating once, once more if it is annulled, and once more if it is reinstated.
CREATE UNIQUE INDEX rating_changes_match ON rating_changes (match, player, (CASE WHEN change ->> 'why' IN ('annulled', 'reinstated') THEN change ->> 'why'
        WHEN change ->> 'why' IS NOT NULL THEN '' END));

-- What players scored on a server in a season, which is a quarter of a year.
CREATE TABLE standings (
    server  TEXT COLLATE "C" NOT NULL CHECK (server <> ''),
    season  TEXT COLLATE "C" NOT NULL,
    player  TEXT COLLATE "C" NOT NULL,
    matches BIGINT NOT NULL,
    halves  BIGINT NOT NULL, -- half points
    PRIMARY KEY (server, season, player)
) WITH (fillfactor = 80);

CREATE TABLE servers (
    id       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    settings JSON NOT NULL
);

CREATE INDEX servers_unranked ON servers (id) WHERE settings ->> 'unranked' IS NOT NULL;

-- Puzzles of the day; day: days since 1970-01-01.
CREATE TABLE dailies (
    server  TEXT COLLATE "C" NOT NULL,
    day     BIGINT  NOT NULL,
    puzzle  TEXT    NOT NULL,
    channel TEXT    NOT NULL,
    message TEXT    NOT NULL, -- '': it is not posted yet
    begun   BIGINT,           -- from when on it may have been posted; NULL: not yet
    recount BIGINT,           -- when the post is to show how many have solved it; NULL: nobody else has
    closed  BOOLEAN NOT NULL,
    PRIMARY KEY (server, day)
);

CREATE TABLE daily_solvers (
    server TEXT COLLATE "C" NOT NULL,
    day    BIGINT NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    tries  BIGINT NOT NULL CHECK (tries >= 1),
    at     BIGINT,         -- NULL: they have not solved it
    streak BIGINT NOT NULL CHECK (streak >= 0),
    free   BIGINT NOT NULL CHECK (free >= 0), -- forgiven days of the month in the streak
    shared BOOLEAN NOT NULL,
    PRIMARY KEY (server, day, player),
    FOREIGN KEY (server, day) REFERENCES dailies (server, day)
);

CREATE INDEX daily_solvers_player ON daily_solvers (player, day);

-- How somebody's first attempt at a puzzle ended; puzzle: its id, MATCH.PLY for one from a match, or ID#N for the Nth time
-- that a missed one came again.
CREATE TABLE puzzle_tries (
    player TEXT COLLATE "C" NOT NULL,
    puzzle TEXT COLLATE "C" NOT NULL,
    n      BIGINT NOT NULL CHECK (n >= 1), -- numbered from 1 for each player
    good   BOOLEAN NOT NULL,
    hinted BOOLEAN NOT NULL,
    at     BIGINT NOT NULL,
    rating JSON   NOT NULL, -- of the player, afterwards
    PRIMARY KEY (player, puzzle),
    UNIQUE (player, n),
    CHECK (NOT (good AND hinted))
);

-- The ratings of puzzles that somebody has tried.
CREATE TABLE puzzles (
    id     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    rating JSON NOT NULL
);

-- Positions of matches in which a player went wrong.
CREATE TABLE own_puzzles (
    match  TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    player TEXT COLLATE "C" NOT NULL,
    guild  TEXT COLLATE "C" NOT NULL, -- '': none
    ply    BIGINT NOT NULL CHECK (ply >= 0),
    turn   TEXT    NOT NULL, -- the right one
    wins   BOOLEAN NOT NULL,
    PRIMARY KEY (match, player)
);

CREATE INDEX own_puzzles_player ON own_puzzles (player);
CREATE INDEX own_puzzles_guild ON own_puzzles (guild, match, player);

-- The leagues of servers. season: numbered from 1; grp: from 1, the best; 0: the season has not begun.
CREATE TABLE leagues (
    server TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    season BIGINT  NOT NULL CHECK (season >= 1),
    state  JSON    NOT NULL
);

CREATE TABLE league_entries (
    server TEXT COLLATE "C" NOT NULL REFERENCES leagues (server),
    season BIGINT  NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    grp    BIGINT  NOT NULL CHECK (grp >= 0),
    seat   BIGINT  NOT NULL CHECK (seat >= 0), -- before the season begins, the place in the last one
    missed BIGINT  NOT NULL CHECK (missed >= 0), -- checks in a row that did not find them on the server
    way    BIGINT  NOT NULL CHECK (way BETWEEN 0 AND 4), -- in which they left; 0: they have not
    PRIMARY KEY (server, season, player)
);

CREATE INDEX league_entries_player ON league_entries (player);

-- The matches of seasons, each between two seats of a group. result: a number of the Go package league.
CREATE TABLE league_pairs (
    match  TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES matches (id),
    server TEXT COLLATE "C" NOT NULL REFERENCES leagues (server),
    season BIGINT  NOT NULL,
    grp    BIGINT  NOT NULL CHECK (grp >= 1),
    red    BIGINT  NOT NULL CHECK (red >= 0),
    blue   BIGINT  NOT NULL CHECK (blue >= 0),
    result BIGINT  NOT NULL CHECK (result BETWEEN 0 AND 5), -- 0: open
    judged BOOLEAN NOT NULL, -- decided by the position at the end of the season
    ended  BIGINT  NOT NULL CHECK (ended BETWEEN 0 AND 5), -- how the match ended, whether that counts or not
    late   BIGINT -- when a side lost it on time
);

CREATE INDEX league_pairs_season ON league_pairs (server, season);

-- The operator's orders.
CREATE TABLE orders (
    id     BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    orders JSON NOT NULL
);

-- Interactions that a process received over HTTP and handles. Losing them in a crash of the server does no harm.
CREATE UNLOGGED TABLE interactions (
    id TEXT   NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
);

-- When the bot was last running.
CREATE TABLE alive (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    at BIGINT NOT NULL,
    back BIGINT
) WITH (fillfactor = 10);

CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% are append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION turns_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.ply <> 1 + (SELECT coalesce(max(ply), 0) FROM turns WHERE match = NEW.match) THEN
        RAISE EXCEPTION 'turns follow each other' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION events_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.seq <> 1 + (SELECT coalesce(max(seq), 0) FROM events WHERE match = NEW.match) THEN
        RAISE EXCEPTION 'events follow each other' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

-- A turn can be deleted only if it is the last one and the last event has taken it back, or if its match came to nothing.
CREATE FUNCTION turns_never_go() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (OLD.ply < (SELECT max(ply) FROM turns WHERE match = OLD.match) OR NOT EXISTS (
        SELECT 1 FROM taken_back WHERE match = OLD.match AND ply = OLD.ply AND turn = OLD.turn
            AND played = OLD.played AND seq = (SELECT max(seq) FROM events WHERE match = OLD.match)))
        AND NOT EXISTS (SELECT 1 FROM matches WHERE id = OLD.match AND (status IN (4, 5, 6) OR practice AND status = 3))
    THEN
        RAISE EXCEPTION 'turns are append-only' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
END $$;

-- But with a match that came to nothing.
CREATE FUNCTION never_goes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM matches WHERE id = OLD.match AND (status IN (4, 5, 6) OR practice AND status = 3)) THEN
        RAISE EXCEPTION '% are append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
END $$;

CREATE TRIGGER turns_follow BEFORE INSERT ON turns FOR EACH ROW EXECUTE FUNCTION turns_follow();
CREATE TRIGGER turns_never_change BEFORE UPDATE ON turns FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER turns_never_go BEFORE DELETE ON turns FOR EACH ROW EXECUTE FUNCTION turns_never_go();
CREATE TRIGGER turns_never_all_go BEFORE TRUNCATE ON turns EXECUTE FUNCTION append_only();
CREATE TRIGGER events_follow BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION events_follow();
-- Except to replace the id of a deleted player.
CREATE TRIGGER events_never_change BEFORE UPDATE ON events FOR EACH ROW
    WHEN (NEW.player NOT LIKE 'former-%' OR (NEW.match, NEW.seq, NEW.kind, NEW.ply, NEW.at, NEW.length)
        <> (OLD.match, OLD.seq, OLD.kind, OLD.ply, OLD.at, OLD.length)) EXECUTE FUNCTION append_only();
CREATE TRIGGER events_never_go BEFORE DELETE ON events FOR EACH ROW EXECUTE FUNCTION never_goes();
CREATE TRIGGER events_never_all_go BEFORE TRUNCATE ON events EXECUTE FUNCTION append_only();
CREATE TRIGGER taken_back_never_changes BEFORE UPDATE ON taken_back FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER taken_back_never_goes BEFORE DELETE ON taken_back FOR EACH ROW EXECUTE FUNCTION never_goes();
CREATE TRIGGER taken_back_never_all_go BEFORE TRUNCATE ON taken_back EXECUTE FUNCTION append_only();
-- Except to replace the id of a deleted player.
CREATE TRIGGER rating_changes_never_change BEFORE UPDATE ON rating_changes FOR EACH ROW
    WHEN (NEW.player NOT LIKE 'former-%' OR (NEW.n, NEW.match, NEW.at, NEW.change::text)
        <> (OLD.n, OLD.match, OLD.at, OLD.change::text)) EXECUTE FUNCTION append_only();
CREATE TRIGGER rating_changes_never_go BEFORE DELETE ON rating_changes FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER rating_changes_never_all_go BEFORE TRUNCATE ON rating_changes EXECUTE FUNCTION append_only();
