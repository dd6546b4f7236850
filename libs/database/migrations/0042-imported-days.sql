-- Counts by day that move in. They wait here until all are told, and go to ClickHouse as one batch of a partition of their own.

ALTER TABLE imports
  -- of the click stream; a second try writes the same rows of it again
  ADD COLUMN history_partition integer;

ALTER TABLE import_items
  -- all that the source counts of the link, where it tells that with the days
  ADD COLUMN history_total bigint;

CREATE TABLE import_days (
  import_id text COLLATE "C" NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  link_id   text COLLATE "C" NOT NULL,
  day       date NOT NULL,
  clicks    bigint NOT NULL,
  PRIMARY KEY (import_id, link_id, day)
);
