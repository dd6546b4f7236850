-- Counts by day move some links at a time.

ALTER TABLE imports
  -- the sum of those that are moved
  ADD COLUMN history_clicks bigint NOT NULL DEFAULT 0;
