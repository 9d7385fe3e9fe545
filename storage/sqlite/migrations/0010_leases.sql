-- Until when a job was leased when it was claimed, which tells the claim; lease is until when, as it was
-- prolonged.
ALTER TABLE jobs ADD COLUMN claim INTEGER;
UPDATE jobs SET claim = lease;

-- What the processes of one bot agree on: who has what until when, and what the one before has left.
CREATE TABLE leases (
    name   TEXT    NOT NULL PRIMARY KEY CHECK (name <> ''),
    owner  TEXT    NOT NULL, -- '': nobody
    until  INTEGER NOT NULL,
    kept   TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
