// The tables of what people sign in with beside a password, as kysely sees them.

import type { ColumnType } from 'kysely';

export type SignInLinksTable = {
  id: string;
  user_id: string;
  secret_hash: Buffer;
  expires_at: ColumnType<Date, Date, Date>;
};
