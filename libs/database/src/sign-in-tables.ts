// The tables of what people sign in with beside a password, as kysely sees them.

import type { ColumnType, Generated } from 'kysely';

export type SignInLinksTable = {
  id: string;
  user_id: string;
  secret_hash: Buffer;
  expires_at: ColumnType<Date, Date, Date>;
};

export type TotpSecretsTable = {
  user_id: string;
  sealed: Buffer;
  /** Null: it is being set up. */
  confirmed_at: ColumnType<Date | null, Date | null, Date | null>;
  last_step: Generated<number>;
};

export type RecoveryCodesTable = { user_id: string; code_hash: Buffer };

export type SignInTables = {
  sign_in_links: SignInLinksTable;
  totp_secrets: TotpSecretsTable;
  recovery_codes: RecoveryCodesTable;
};
