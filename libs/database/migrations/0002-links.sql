-- Domains, links, what becomes of them, and how far the click stream has been counted.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE TABLE zones (
  id                text COLLATE "C" PRIMARY KEY,
  -- lower case, ASCII (punycode), with the port where it is not the scheme's own
  domain            text COLLATE "C" NOT NULL UNIQUE,
  name              text NOT NULL,
  zone_type         text NOT NULL CHECK (zone_type IN ('global', 'user')),
  workspace_id      text COLLATE "C" REFERENCES workspaces (id),
  is_enabled        boolean NOT NULL DEFAULT true,
  -- the one shared zone that new links get when neither they nor their workspace name one
  is_default        boolean NOT NULL DEFAULT false,
  tls_state         text CHECK (tls_state IN ('pending', 'provisioned', 'failed')),
  ownership_state   text CHECK (ownership_state IN ('pending', 'verified', 'failed')),
  ownership_token   text,
  root_redirect_url text NOT NULL DEFAULT '',
  created_at        timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((zone_type = 'user') = (workspace_id IS NOT NULL)),
  CHECK ((zone_type = 'user') = (ownership_state IS NOT NULL)),
  CHECK ((zone_type = 'user') = (tls_state IS NOT NULL))
);
CREATE UNIQUE INDEX zones_default ON zones (is_default) WHERE is_default;
CREATE INDEX zones_workspace ON zones (workspace_id) WHERE workspace_id IS NOT NULL;

ALTER TABLE workspaces
  ADD CONSTRAINT workspaces_default_zone FOREIGN KEY (default_zone_id) REFERENCES zones (id) ON DELETE SET NULL;

-- Versions of links and of the tombstones of deleted ones: one row of numbers for all, so that a slug that is
-- deleted and taken again can never be mistaken for its older self. Whoever takes a number for (zone, slug)
-- first holds pg_advisory_xact_lock(hashtextextended(zone_id || '/' || slug, 0)), so that order by version is
-- order by commit for each key.
CREATE SEQUENCE link_versions;

CREATE TABLE links (
  id             text COLLATE "C" PRIMARY KEY,
  workspace_id   text COLLATE "C" NOT NULL REFERENCES workspaces (id),
  zone_id        text COLLATE "C" NOT NULL REFERENCES zones (id),
  slug           text COLLATE "C" NOT NULL,
  -- the destination as it was sent (trimmed), and as the Location header carries it (ASCII)
  url            text NOT NULL,
  location       text COLLATE "C" NOT NULL,
  title          text NOT NULL DEFAULT '',
  is_enabled     boolean NOT NULL DEFAULT true,
  is_restricted  boolean NOT NULL DEFAULT false,
  is_unsafe      boolean NOT NULL DEFAULT false,
  utm_source     text,
  utm_medium     text,
  utm_campaign   text,
  utm_term       text,
  utm_content    text,
  -- hits carried over from another shortener, and the first UTC day with a tracked visit (null until there is one)
  pre_tracking   bigint NOT NULL DEFAULT 0,
  tracking_since date,
  version        bigint NOT NULL DEFAULT nextval('link_versions'),
  created_at     timestamptz(3) NOT NULL DEFAULT now(),
  updated_at     timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (zone_id, slug)
);
CREATE INDEX links_newest ON links (workspace_id, created_at DESC, id);
CREATE INDEX links_slug ON links (workspace_id, slug);
-- a campaign's name may be longer than an index entry
CREATE INDEX links_campaign ON links (workspace_id, md5(utm_campaign)) WHERE utm_campaign IS NOT NULL;

-- Lifetime redirects, apart from links so that counting rewrites a narrow row and no index.
CREATE TABLE link_hits (
  link_id text COLLATE "C" PRIMARY KEY,
  hits    bigint NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE link_quota (
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  period_start timestamptz(3) NOT NULL,
  used         integer NOT NULL,
  PRIMARY KEY (workspace_id, period_start)
) WITH (fillfactor = 50);

-- Written in the transaction that changes a link or a zone, removed when the link cache has been told.
CREATE TABLE link_changes (
  id         bigserial PRIMARY KEY,
  zone_id    text COLLATE "C" NOT NULL,
  -- null: the zone itself changed
  slug       text COLLATE "C",
  version    bigint NOT NULL DEFAULT nextval('link_versions'),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- A deleted link's counts are still to be removed until closed_at is set; the row stays, so that a replay finds it.
CREATE TABLE erasures (
  link_id      text COLLATE "C" PRIMARY KEY,
  workspace_id text COLLATE "C" NOT NULL,
  deleted_at   timestamptz(3) NOT NULL DEFAULT now(),
  -- how far each stream partition reached after the deletion: {"<partition>": position}
  passed_by    jsonb,
  closed_at    timestamptz(3)
);
CREATE INDEX erasures_open ON erasures (deleted_at) WHERE closed_at IS NULL;

-- How far `hits` has counted each partition of the stream, in the transaction that counts.
CREATE TABLE hit_positions (
  stream_partition integer PRIMARY KEY,
  position         bigint NOT NULL
);

-- How far `consolidate` has carried each partition into ClickHouse. Stats read only rows of plans before `position`,
-- so that the three tables are seen at one moment; every visit before `consolidated_until` is in.
CREATE TABLE stream_progress (
  stream_partition   integer PRIMARY KEY,
  position           bigint NOT NULL,
  consolidated_until timestamptz(3) NOT NULL,
  updated_at         timestamptz(3) NOT NULL DEFAULT now()
);
