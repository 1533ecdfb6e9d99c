-- Adds the runs of the database other to those of main. Names, digests and contents mean the same
-- in both; the numbers by which tables know each other are those of one file.

CREATE TEMP TABLE new_run AS
  SELECT id FROM other.run WHERE digest NOT IN (SELECT digest FROM main.run);
INSERT OR IGNORE INTO main.session (name)
  SELECT name FROM other.session WHERE id IN
    (SELECT session FROM other.played WHERE run IN new_run) ORDER BY id;
INSERT OR IGNORE INTO main.metric (class, name, unit)
  SELECT class, name, unit FROM other.metric ORDER BY id;
INSERT OR IGNORE INTO main.fingerprint (digest)
  SELECT digest FROM other.fingerprint WHERE id IN
    (SELECT fingerprint FROM other.run WHERE id IN new_run
      UNION SELECT counted_on FROM other.run WHERE id IN new_run) ORDER BY id;
INSERT OR IGNORE INTO main.fingerprint_part
  SELECT mine.id, part, value FROM other.fingerprint_part
    JOIN other.fingerprint AS theirs ON theirs.id = fingerprint
    JOIN main.fingerprint AS mine ON mine.digest = theirs.digest;
CREATE TEMP TABLE new_sheet AS
  SELECT id, digest FROM other.sheet WHERE id IN
    (SELECT facts FROM other.played WHERE run IN new_run
      UNION SELECT counts FROM other.played WHERE run IN new_run)
    AND digest NOT IN (SELECT digest FROM main.sheet);
INSERT INTO main.sheet (digest, trace, scenario)
  SELECT digest, trace, scenario FROM other.sheet WHERE id IN (SELECT id FROM new_sheet)
    ORDER BY id;
INSERT INTO main.sheet_value
  SELECT mine.id, metric.id, value, whole FROM other.sheet_value AS theirs
    JOIN new_sheet ON new_sheet.id = theirs.sheet
    JOIN main.sheet AS mine ON mine.digest = new_sheet.digest
    JOIN other.metric AS named ON named.id = theirs.metric
    JOIN main.metric AS metric
      ON metric.class = named.class AND metric.name = named.name AND metric.unit = named.unit;
INSERT INTO main.run (digest, version, ending, revision, is_modified, branch, committed_at_s,
    started_at_s, host, fingerprint, counted_on, program_digest, program_commit,
    program_is_modified, machine)
  SELECT run.digest, version, ending, revision, is_modified, branch, committed_at_s,
    started_at_s, host, measured.id, counted.id, program_digest, program_commit,
    program_is_modified, machine FROM other.run AS run
    LEFT JOIN other.fingerprint AS theirs ON theirs.id = fingerprint
    LEFT JOIN main.fingerprint AS measured ON measured.digest = theirs.digest
    LEFT JOIN other.fingerprint AS counts ON counts.id = counted_on
    LEFT JOIN main.fingerprint AS counted ON counted.digest = counts.digest
  WHERE run.id IN new_run ORDER BY run.id;
INSERT INTO main.played
  SELECT mine.id, session.id, facts.id, counts.id, failure FROM other.played AS played
    JOIN other.run AS theirs ON theirs.id = played.run
    JOIN main.run AS mine ON mine.digest = theirs.digest
    JOIN other.session AS named ON named.id = played.session
    JOIN main.session AS session ON session.name = named.name
    LEFT JOIN other.sheet AS their_facts ON their_facts.id = played.facts
    LEFT JOIN main.sheet AS facts ON facts.digest = their_facts.digest
    LEFT JOIN other.sheet AS their_counts ON their_counts.id = played.counts
    LEFT JOIN main.sheet AS counts ON counts.digest = their_counts.digest
  WHERE played.run IN new_run ORDER BY 1, 2;
INSERT INTO main.time
  SELECT mine.id, session.id, metric.id, nanoseconds, reference_ns, spread_ppm,
    samples FROM other.time AS time
    JOIN other.run AS theirs ON theirs.id = time.run
    JOIN main.run AS mine ON mine.digest = theirs.digest
    JOIN other.session AS named ON named.id = time.session
    JOIN main.session AS session ON session.name = named.name
    JOIN other.metric AS quantity ON quantity.id = time.metric
    JOIN main.metric AS metric ON metric.class = quantity.class
      AND metric.name = quantity.name AND metric.unit = quantity.unit
  WHERE time.run IN new_run ORDER BY 1, 2, 3;
INSERT OR IGNORE INTO main.accepted
  SELECT mine.id, reason FROM other.accepted
    JOIN other.run AS theirs ON theirs.id = run
    JOIN main.run AS mine ON mine.digest = theirs.digest ORDER BY 1;
