-- Imports that the web app asks for by the API of another shortener. Its links are kept in the place of a file.

ALTER TABLE import_jobs
  -- `csv`, or the service that was asked
  ADD COLUMN source      text NOT NULL DEFAULT 'csv',
  -- the service wants no request before
  ADD COLUMN waits_until timestamptz(3);
