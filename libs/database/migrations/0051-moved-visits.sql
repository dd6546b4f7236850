-- Visits that the web app moves: summed by day and classified.

ALTER TABLE import_days
  -- {"bots": 2, "hours": [[hour, visits, bots], …], "by": [[dimension, key, humans], …]}; null: not classified
  ADD COLUMN facts json;
