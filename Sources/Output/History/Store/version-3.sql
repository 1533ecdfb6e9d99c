-- The sources of the program that played a run; null where they are unknown.
ALTER TABLE run ADD COLUMN program_digest TEXT;
ALTER TABLE run ADD COLUMN program_commit TEXT;
ALTER TABLE run ADD COLUMN program_is_modified INTEGER;
