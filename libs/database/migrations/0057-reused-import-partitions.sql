-- An import that has ended leaves its partition to the next one, which goes on behind its batches. Each query of the click
-- tables names all partitions.

ALTER TABLE stream_progress
  -- of an import that has ended, and of none since
  ADD COLUMN is_free boolean NOT NULL DEFAULT false;
CREATE INDEX stream_progress_free ON stream_progress (stream_partition) WHERE is_free;

UPDATE stream_progress SET is_free = true
FROM imports WHERE imports.history_partition = stream_partition AND imports.state = 'finished';
