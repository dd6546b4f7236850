-- Each ClickHouse shard compacts for itself: one that is away follows when it is back. The rows of one round name the same
-- days and positions, one row a shard, and each shard takes its rounds in their order.
ALTER TABLE compactions
  ADD COLUMN shard smallint NOT NULL DEFAULT 0,
  -- of the sequence of generations: an ingester of the release before does not name it
  ADD COLUMN round integer NOT NULL DEFAULT nextval(pg_get_serial_sequence('compactions', 'generation')),
  DROP CONSTRAINT compactions_state_check,
  ADD CONSTRAINT compactions_state_check CHECK (state IN ('awaited', 'planned', 'written', 'settled'));
UPDATE compactions SET round = generation;

DROP INDEX compactions_open;
CREATE UNIQUE INDEX compactions_open ON compactions (shard) WHERE state IN ('planned', 'written');
CREATE INDEX compactions_awaited ON compactions (shard, round) WHERE state = 'awaited';
