-- Whose act ended a match, the last turn included. '': it is open, or ended before this was kept.

ALTER TABLE matches ADD COLUMN ended_by TEXT NOT NULL DEFAULT '';
