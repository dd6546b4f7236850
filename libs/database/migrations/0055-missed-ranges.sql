-- What a ClickHouse shard lacks of the click stream because it was away: a row for each range of a partition, until its
-- rows are written. services/ingester/src/missed has the rules.
CREATE TABLE missed_ranges (
  shard              smallint NOT NULL,
  stream_partition   integer NOT NULL,
  from_position      bigint NOT NULL,
  to_position        bigint NOT NULL CHECK (to_position > from_position),
  -- the shard may have some rows of it, as one batch: it is written again as the same batch
  is_whole           boolean NOT NULL,
  -- the shard has all before
  filled             bigint NOT NULL CHECK (filled BETWEEN from_position AND to_position),
  -- the batch from `filled` to here is being written
  filling_to         bigint CHECK (filling_to > filled AND filling_to <= to_position),
  -- the shard has every visit before this time
  consolidated_until timestamptz(3) NOT NULL,
  opened_at          timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (shard, stream_partition, from_position)
);
