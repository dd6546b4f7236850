-- Each attempt to write a compaction's rows has a plan_from of its own: the first the generation, a later one the next
-- number of its sequence. Rows of an attempt that was killed are never counted, so no folded row is there twice.

ALTER TABLE compactions ADD COLUMN attempt integer;
UPDATE compactions SET attempt = generation;
