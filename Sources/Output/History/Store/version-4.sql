-- The verdict of the machine on its times; null where the run measured none.
ALTER TABLE run ADD COLUMN machine TEXT;
-- The control beside which a time was measured, the half-width of the interval of their ratio in
-- millionths, and the number of replays; null for times of earlier versions, which are not judged.
ALTER TABLE time ADD COLUMN control_ns INTEGER;
ALTER TABLE time ADD COLUMN spread_ppm INTEGER;
ALTER TABLE time ADD COLUMN samples INTEGER;
