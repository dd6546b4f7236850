-- A person's export reads the events that they made, and those that tell of them.

CREATE INDEX audit_events_user ON audit_events (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_events_person ON audit_events (subject_id, id) WHERE subject_kind IN ('user', 'member');
