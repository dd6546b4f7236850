-- Workspaces that move to another ClickHouse, one row each. services/ingester/src/move has the states.

-- another shard that gets the workspace's rows too, while it moves
ALTER TABLE workspaces ADD COLUMN other_shard smallint;

CREATE TABLE shard_moves (
  -- stays when the workspace is deleted meanwhile: its rows are removed from both
  workspace_id  text COLLATE "C" PRIMARY KEY,
  from_shard    smallint NOT NULL,
  to_shard      smallint NOT NULL CHECK (to_shard <> from_shard),
  state         text NOT NULL CHECK (state IN ('planned', 'copying', 'switched', 'removing', 'done')),
  -- batches that began before these have to be over: {"<stream partition>": position}; null: not known yet
  positions     jsonb,
  -- since it is in this state
  changed_at    timestamptz(3) NOT NULL DEFAULT now(),
  -- no earlier is a step taken
  not_before    timestamptz(3) NOT NULL DEFAULT now(),
  -- one ingester works on it until then
  claimed_until timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX shard_moves_open ON shard_moves (not_before) WHERE state <> 'done';
