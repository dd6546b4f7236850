-- In words, from a closed list, so that a person tells their sessions apart: "Firefox" and "Windows". The agent itself is
-- not kept. NULL: a session that was not renewed since.
ALTER TABLE sessions ADD COLUMN browser text, ADD COLUMN system text;
