-- An e-mail address is its account's once that is proven; null: not yet, and then the account is nobody's identity.
-- Accounts without a proof may share an address; the first proof takes it from the others.
ALTER TABLE users ADD COLUMN email_verified_at timestamptz(3);
-- everybody up to here came by the operator, or before addresses had a state
UPDATE users SET email_verified_at = created_at;

DROP INDEX users_email;
CREATE INDEX users_email ON users (lower(email));
CREATE UNIQUE INDEX users_proven_email ON users (lower(email)) WHERE email_verified_at IS NOT NULL;
