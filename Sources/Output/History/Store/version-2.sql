-- Runs whose changes somebody has acknowledged, with the reason.
CREATE TABLE accepted (
  run INTEGER PRIMARY KEY REFERENCES run,
  reason TEXT NOT NULL
) STRICT;
