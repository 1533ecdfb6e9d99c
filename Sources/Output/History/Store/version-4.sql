-- The verdict of the machine on its times; null where the run measured none.
ALTER TABLE run ADD COLUMN machine TEXT;
-- The time of the reference work, half of what the least ratios scatter by in millionths, and the
-- number of replays. They are null for times of earlier versions, which are not judged.
ALTER TABLE time ADD COLUMN reference_ns INTEGER;
ALTER TABLE time ADD COLUMN spread_ppm INTEGER;
ALTER TABLE time ADD COLUMN samples INTEGER;
