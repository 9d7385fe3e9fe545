-- Finds what was proposed lately, which is counted before each challenge.
CREATE INDEX matches_created ON matches (created);
