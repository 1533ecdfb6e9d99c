-- Facts and counts are the same in most runs: each set of them is a sheet that is kept once.
--
-- A run names the sheets of its sessions, by their content. Times are never the same. What
-- belongs to one run lies side by side in the file, since it is written together: to add a run
-- writes a few pages, however many runs there are.

CREATE TABLE fingerprint (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE fingerprint_part (
  fingerprint INTEGER NOT NULL REFERENCES fingerprint,
  part TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (fingerprint, part)
) STRICT, WITHOUT ROWID;
-- Runs in the order in which they were added.
CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  version TEXT NOT NULL,
  ending TEXT NOT NULL,
  revision TEXT,
  is_modified INTEGER NOT NULL,
  branch TEXT,
  committed_at_s INTEGER,
  started_at_s INTEGER,
  host TEXT,
  fingerprint INTEGER REFERENCES fingerprint,
  counted_on INTEGER REFERENCES fingerprint
) STRICT;
CREATE TABLE session (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE metric (
  id INTEGER PRIMARY KEY,
  class TEXT NOT NULL,
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  UNIQUE (class, name, unit)
) STRICT;
CREATE TABLE sheet (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  trace TEXT,
  scenario TEXT
) STRICT;
CREATE TABLE sheet_value (
  sheet INTEGER NOT NULL REFERENCES sheet,
  metric INTEGER NOT NULL REFERENCES metric,
  value INTEGER NOT NULL,
  whole INTEGER,
  PRIMARY KEY (sheet, metric)
) STRICT, WITHOUT ROWID;
CREATE TABLE played (
  run INTEGER NOT NULL REFERENCES run,
  session INTEGER NOT NULL REFERENCES session,
  facts INTEGER REFERENCES sheet,
  counts INTEGER REFERENCES sheet,
  failure TEXT,
  PRIMARY KEY (run, session)
) STRICT, WITHOUT ROWID;
CREATE TABLE time (
  run INTEGER NOT NULL REFERENCES run,
  session INTEGER NOT NULL REFERENCES session,
  metric INTEGER NOT NULL REFERENCES metric,
  nanoseconds INTEGER NOT NULL,
  PRIMARY KEY (run, session, metric)
) STRICT, WITHOUT ROWID;
-- Everything in words, for those who ask by SQL.
CREATE VIEW reading AS
  SELECT played.run, session.name AS session, metric.class, metric.name AS metric, metric.unit,
    sheet_value.value, sheet_value.whole
  FROM played
  JOIN session ON session.id = played.session
  JOIN sheet_value ON sheet_value.sheet IN (played.facts, played.counts)
  JOIN metric ON metric.id = sheet_value.metric
  UNION ALL
  SELECT time.run, session.name, metric.class, metric.name, metric.unit, time.nanoseconds, NULL
  FROM time
  JOIN session ON session.id = time.session
  JOIN metric ON metric.id = time.metric;
