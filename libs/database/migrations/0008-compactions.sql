-- Closed days whose many rows in ClickHouse are folded into one for each key. A compaction is planned, then written,
-- then settled; what readers may count in between, its row says. At most one is open.

CREATE TABLE compactions (
  -- the plan_from of the rows that it writes
  generation   integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  days         date[] NOT NULL,
  -- it folds the rows of plans before these: {"<stream partition>": position}
  positions    jsonb NOT NULL,
  state        text NOT NULL CHECK (state IN ('planned', 'written', 'settled')),
  planned_at   timestamptz(3) NOT NULL DEFAULT now(),
  -- nothing may begin to write its rows later
  write_before timestamptz(3) NOT NULL,
  written_at   timestamptz(3),
  settled_at   timestamptz(3),
  -- one ingester works on it until then
  claimed_until timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX compactions_open ON compactions ((true)) WHERE state <> 'settled';
