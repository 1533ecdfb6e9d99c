PRAGMA user_version = 2;
CREATE TABLE accepted (
  run INTEGER PRIMARY KEY REFERENCES run,
  reason TEXT NOT NULL
) STRICT;
INSERT INTO accepted VALUES(2,'a wider margin');
