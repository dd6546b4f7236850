-- Counts by hour and by day. A row's key says which plan of which stream partition wrote it, so that a batch that
-- is written again replaces itself; that is the whole proof of exactly once, no deduplication window is relied on.
-- Rows that a compaction has folded (stream_partition 4294967295) lie by year, because every part that a window touches
-- costs a millisecond: two years are three partitions then, and were twenty-five.
-- LowCardinality lets a condition on a workspace or a link be told once for a run of its rows, and takes less room.
-- {engine} is ReplacingMergeTree, or its Replicated form on a cluster; {settings} adds fsync on a single node.

CREATE TABLE clicks_hourly
(
  workspace_id     LowCardinality(String),
  link_id          LowCardinality(String),
  hour             DateTime('UTC'),
  stream_partition UInt32,
  plan_from        UInt64,
  requests         UInt64,
  bots             UInt64,
  qr               UInt64
)
ENGINE = {engine}
PARTITION BY toYYYYMMDD(hour)
ORDER BY (workspace_id, link_id, hour, stream_partition, plan_from)
TTL hour + INTERVAL 72 HOUR
SETTINGS {settings};

CREATE TABLE clicks_daily
(
  workspace_id     LowCardinality(String),
  link_id          LowCardinality(String),
  day              Date,
  stream_partition UInt32,
  plan_from        UInt64,
  requests         UInt64,
  bots             UInt64,
  qr               UInt64
)
ENGINE = {engine}
PARTITION BY if(stream_partition = 4294967295, toYear(day), toYYYYMM(day))
ORDER BY (workspace_id, link_id, day, stream_partition, plan_from)
SETTINGS {settings};

CREATE TABLE clicks_daily_by
(
  workspace_id     LowCardinality(String),
  link_id          LowCardinality(String),
  day              Date,
  dimension        Enum8('geo' = 1, 'referrer' = 2, 'device' = 3, 'browser' = 4, 'os' = 5, 'language' = 6),
  key              String,
  stream_partition UInt32,
  plan_from        UInt64,
  humans           UInt64
)
ENGINE = {engine}
PARTITION BY if(stream_partition = 4294967295, toYear(day), toYYYYMM(day))
ORDER BY (workspace_id, link_id, day, dimension, key, stream_partition, plan_from)
SETTINGS {settings};
