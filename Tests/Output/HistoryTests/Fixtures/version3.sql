PRAGMA user_version = 3;
ALTER TABLE run ADD COLUMN program_digest TEXT;
ALTER TABLE run ADD COLUMN program_commit TEXT;
ALTER TABLE run ADD COLUMN program_is_modified INTEGER;
