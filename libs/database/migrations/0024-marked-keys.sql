-- Keys whose link went while it was marked: the next link there carries the mark again. A key says nothing of a person.

CREATE TABLE marked_keys (
  zone_id    text COLLATE "C" NOT NULL REFERENCES zones (id) ON DELETE CASCADE,
  slug       text COLLATE "C" NOT NULL,
  mark       text NOT NULL CHECK (mark IN ('restricted', 'unsafe')),
  -- the entry of blocked_destinations that the link had its mark from; null: a verdict on the link. Where the entry is
  -- gone, the key marks nothing, and the entry's sweep removes it
  entry_id   integer,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (zone_id, slug, mark)
);
CREATE INDEX marked_keys_entry ON marked_keys (entry_id) WHERE entry_id IS NOT NULL;
