-- Visitors of a link that is split, by its destinations.

ALTER TABLE clicks_daily_by MODIFY COLUMN
  dimension Enum8('geo' = 1, 'referrer' = 2, 'device' = 3, 'browser' = 4, 'os' = 5, 'language' = 6, 'variant' = 7);
