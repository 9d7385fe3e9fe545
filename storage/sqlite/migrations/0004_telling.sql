-- Whether a notice is being told: after a crash it may have been told, or not.
ALTER TABLE outbox ADD COLUMN sending INTEGER NOT NULL DEFAULT 0 CHECK (sending IN (0, 1));

-- Whether the channel of a match would not have its last news.
ALTER TABLE matches ADD COLUMN closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1));
