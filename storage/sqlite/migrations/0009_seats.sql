-- Hints by agreement: how many each side may have; 0: as many as it likes, -1: none. And how many it has had,
-- and 1 + the moment of the last one.
ALTER TABLE matches ADD COLUMN hints INTEGER NOT NULL DEFAULT 0 CHECK (hints >= -1);
ALTER TABLE matches ADD COLUMN red_hints INTEGER NOT NULL DEFAULT 0 CHECK (red_hints >= 0);
ALTER TABLE matches ADD COLUMN red_hint INTEGER NOT NULL DEFAULT 0 CHECK (red_hint >= 0);
ALTER TABLE matches ADD COLUMN blue_hints INTEGER NOT NULL DEFAULT 0 CHECK (blue_hints >= 0);
ALTER TABLE matches ADD COLUMN blue_hint INTEGER NOT NULL DEFAULT 0 CHECK (blue_hint >= 0);

-- Takebacks: none by agreement, and what they have added to the ply in the moment of the match.
ALTER TABLE matches ADD COLUMN no_takebacks INTEGER NOT NULL DEFAULT 0 CHECK (no_takebacks IN (0, 1));
ALTER TABLE matches ADD COLUMN undone INTEGER NOT NULL DEFAULT 0 CHECK (undone >= 0);

ALTER TABLE deliveries ADD COLUMN thread TEXT NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN vacation TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(vacation));

-- What a player keeps of a match for themselves: when they looked, plans, notes.
CREATE TABLE seats (
    match  TEXT NOT NULL REFERENCES matches (id),
    player TEXT NOT NULL,
    kept   TEXT NOT NULL CHECK (json_valid(kept)),
    PRIMARY KEY (match, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE servers (
    id       TEXT NOT NULL PRIMARY KEY,
    settings TEXT NOT NULL CHECK (json_valid(settings))
) STRICT, WITHOUT ROWID;

-- When the bot was last there.
CREATE TABLE alive (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;

-- When the players of a match with a clock are reminded is looked at at once.
INSERT INTO jobs (kind, subject, due, attempts, version)
    SELECT 'remind', 'remind/' || id, 0, 0, 1 FROM matches WHERE status = 2 AND pace_turn > 0;
