-- Imports that the web app asks for: one job a workspace, its file until it ends, and what became of each link.

CREATE TABLE import_jobs (
  id            text COLLATE "C" PRIMARY KEY,
  workspace_id  text COLLATE "C" NOT NULL UNIQUE REFERENCES workspaces (id) ON DELETE CASCADE,
  state         text NOT NULL CHECK (state IN
                  ('uploading', 'checking', 'checked', 'running', 'finished', 'failed', 'undoing', 'undone')),
  -- who asked for what it does
  user_id       text COLLATE "C" NOT NULL,
  session_id    text COLLATE "C" NOT NULL,
  file_name     text NOT NULL,
  bytes         bigint NOT NULL,
  -- the domain of all links; null: as the file says
  zone_domain   text,
  -- {"new": 12, "same": 3, …}: of the dry run, then of the run, written with each page
  counts        json NOT NULL DEFAULT '{}',
  -- links of the file; null: not known before the dry run has ended
  total         bigint,
  -- that the job has made, or takes back
  import_id     text COLLATE "C",
  -- why it has failed
  fault         text,
  -- the allowance that its new links consume
  quota_start   timestamptz,
  quota_limit   bigint,
  -- a process works on it until then; `claim` numbers the processes
  claimed_until timestamptz NOT NULL DEFAULT now(),
  claim         integer NOT NULL DEFAULT 0,
  created_at    timestamptz(3) NOT NULL DEFAULT now(),
  expires_at    timestamptz NOT NULL
);
CREATE INDEX import_jobs_expiry ON import_jobs (expires_at);

CREATE TABLE import_job_parts (
  job_id  text COLLATE "C" NOT NULL REFERENCES import_jobs (id) ON DELETE CASCADE,
  part    integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (job_id, part)
);

CREATE TABLE import_job_reports (
  job_id  text COLLATE "C" NOT NULL REFERENCES import_jobs (id) ON DELETE CASCADE,
  outcome text NOT NULL,
  -- the import's cursor behind the page
  page    bigint NOT NULL,
  -- [{"place": 1, "domain": "…", "slug": "…", "url": "…", "reason": {"en": "…", "de": "…"}}, …]
  links   json NOT NULL,
  PRIMARY KEY (job_id, outcome, page)
);
