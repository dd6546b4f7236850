-- Links whose visitors are spread over several destinations. Their conditions say so to the redirectors.

-- as the API shows them; null: not split
ALTER TABLE links ADD COLUMN split json;
