-- Visitors whom another shortener has counted by day, by its name. They are in no other dimension.

ALTER TABLE clicks_daily_by MODIFY COLUMN
  dimension Enum8('geo' = 1, 'referrer' = 2, 'device' = 3, 'browser' = 4, 'os' = 5, 'language' = 6, 'variant' = 7,
                  'imported' = 8);
