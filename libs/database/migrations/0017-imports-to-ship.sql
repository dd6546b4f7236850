-- On servers an import's visits go through Kafka, from a journal on the machine of whoever imports.

ALTER TABLE visit_imports
  -- true from the moment its lines count as imported until Kafka has all of its visits
  ADD COLUMN to_ship boolean NOT NULL DEFAULT false;
