-- Finds what was proposed lately, which is counted before each challenge.
CREATE INDEX matches_created ON matches (created);

-- The robot has had a subject of its own since, so that news do not wait while it thinks.
UPDATE jobs SET subject = 'robot/' || subject WHERE kind = 'robot' AND subject NOT LIKE 'robot/%';
