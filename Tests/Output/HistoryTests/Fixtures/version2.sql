PRAGMA application_id = 1298231378;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE fingerprint (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO fingerprint VALUES(1,'f46632d597230f5e0d44d9350d41fff9');
CREATE TABLE fingerprint_part (
  fingerprint INTEGER NOT NULL REFERENCES fingerprint,
  part TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (fingerprint, part)
) STRICT, WITHOUT ROWID;
INSERT INTO fingerprint_part VALUES(1,'allocator','jemalloc 5.3.0');
INSERT INTO fingerprint_part VALUES(1,'compiler','Swift 6.3');
INSERT INTO fingerprint_part VALUES(1,'configuration','release');
INSERT INTO fingerprint_part VALUES(1,'processor','AMD EPYC 9654');
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
INSERT INTO run VALUES(1,'2521b403afe489d508e628d51b3d3d71','1.0.0','kept','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',0,'main',1790000000,1790000100,'builder',1,NULL);
INSERT INTO run VALUES(2,'fdbbd5f2589682814460f6dfc2f61b71','1.0.0','kept','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',1,NULL,1790060000,1790060100,'builder',1,NULL);
CREATE TABLE session (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO session VALUES(1,'Views/a');
CREATE TABLE metric (
  id INTEGER PRIMARY KEY,
  class TEXT NOT NULL,
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  UNIQUE (class, name, unit)
) STRICT;
INSERT INTO metric VALUES(1,'fact','view reuse rate','share');
INSERT INTO metric VALUES(2,'fact','views created','count');
INSERT INTO metric VALUES(3,'count','allocations','count');
INSERT INTO metric VALUES(4,'time','real time','time');
CREATE TABLE sheet (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  trace TEXT,
  scenario TEXT
) STRICT;
INSERT INTO sheet VALUES(1,'5a83400275f671eb72ba9ced31461bc8','0000000000000001','s');
INSERT INTO sheet VALUES(2,'b6deac8979419df7b163f397b09b055a',NULL,NULL);
INSERT INTO sheet VALUES(3,'ed3e18186b9d1d2abefde213873b1814','0000000000000011','s');
CREATE TABLE sheet_value (
  sheet INTEGER NOT NULL REFERENCES sheet,
  metric INTEGER NOT NULL REFERENCES metric,
  value INTEGER NOT NULL,
  whole INTEGER,
  PRIMARY KEY (sheet, metric)
) STRICT, WITHOUT ROWID;
INSERT INTO sheet_value VALUES(1,1,3,4);
INSERT INTO sheet_value VALUES(1,2,40,NULL);
INSERT INTO sheet_value VALUES(2,3,12,NULL);
INSERT INTO sheet_value VALUES(3,1,3,4);
INSERT INTO sheet_value VALUES(3,2,41,NULL);
CREATE TABLE played (
  run INTEGER NOT NULL REFERENCES run,
  session INTEGER NOT NULL REFERENCES session,
  facts INTEGER REFERENCES sheet,
  counts INTEGER REFERENCES sheet,
  failure TEXT,
  PRIMARY KEY (run, session)
) STRICT, WITHOUT ROWID;
INSERT INTO played VALUES(1,1,1,2,NULL);
INSERT INTO played VALUES(2,1,3,NULL,NULL);
CREATE TABLE time (
  run INTEGER NOT NULL REFERENCES run,
  session INTEGER NOT NULL REFERENCES session,
  metric INTEGER NOT NULL REFERENCES metric,
  nanoseconds INTEGER NOT NULL,
  PRIMARY KEY (run, session, metric)
) STRICT, WITHOUT ROWID;
INSERT INTO time VALUES(1,1,4,5000);
INSERT INTO time VALUES(2,1,4,5100);
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
CREATE TABLE accepted (
  run INTEGER PRIMARY KEY REFERENCES run,
  reason TEXT NOT NULL
) STRICT;
INSERT INTO accepted VALUES(2,'a wider margin');
COMMIT;
