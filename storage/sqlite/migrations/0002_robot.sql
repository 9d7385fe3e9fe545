-- Matches against the bot. A match that was stored before is one between people.

ALTER TABLE matches ADD COLUMN level INTEGER NOT NULL DEFAULT 0 CHECK (level >= 0);

-- Whether the robot is to act, as the law of the match says it.
ALTER TABLE matches ADD COLUMN awaits_robot INTEGER NOT NULL DEFAULT 0
    CHECK (awaits_robot IN (0, 1));

CREATE INDEX matches_robot ON matches (changed) WHERE awaits_robot = 1;
