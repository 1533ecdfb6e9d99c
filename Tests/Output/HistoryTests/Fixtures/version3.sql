PRAGMA user_version = 3;
ALTER TABLE run ADD COLUMN program_digest TEXT;
ALTER TABLE run ADD COLUMN program_commit TEXT;
ALTER TABLE run ADD COLUMN program_is_modified INTEGER;
UPDATE run SET program_digest = '0123abcd',
  program_commit = 'cccccccc', program_is_modified = 0 WHERE id = 2;
