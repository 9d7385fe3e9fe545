-- How far a player has come with what the bot teaches and has told them.
ALTER TABLE players ADD COLUMN progress TEXT NOT NULL DEFAULT '{}'
    CHECK (json_type(progress) = 'object');

-- 1: the bot cannot post in the channel by itself, only answer there.
ALTER TABLE deliveries ADD COLUMN away INTEGER NOT NULL DEFAULT 0 CHECK (away IN (0, 1));
