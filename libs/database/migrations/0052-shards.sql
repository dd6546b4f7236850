-- Which ClickHouse has a workspace's counts, by its place in KURZ_CLICKHOUSE_URLS from 0 on.

ALTER TABLE workspaces ADD COLUMN shard smallint NOT NULL DEFAULT 0;

-- over how many of them new workspaces are spread
CREATE TABLE click_shards (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  shards  integer NOT NULL CHECK (shards > 0)
);
INSERT INTO click_shards (shards) VALUES (1);
