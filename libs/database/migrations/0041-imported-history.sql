-- The history of links that move in. Raw visits go through a journal of their own, as those of logs do.

ALTER TABLE imports
  -- the last link, by its id, whose history the source has told, and the length of the file of its visits then
  ADD COLUMN history_cursor text COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN history_bytes  bigint NOT NULL DEFAULT 0;

ALTER TABLE import_items
  -- how the source names the link whose history is to be moved; null: it tells none
  ADD COLUMN history_key text;

ALTER TABLE visit_imports
  -- of links that moved in, in the place of a zone
  ADD COLUMN import_id text COLLATE "C" REFERENCES imports (id) ON DELETE CASCADE,
  ALTER COLUMN zone_id DROP NOT NULL;
