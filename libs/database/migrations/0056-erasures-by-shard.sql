-- Shards of ClickHouse that hold nothing of the deleted link any more, and get nothing. The erasure is closed when all are
-- named: one that is away does not keep the others waiting.
ALTER TABLE erasures ADD COLUMN cleared_shards smallint[] NOT NULL DEFAULT '{}';
