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

export type PasskeysTable = {
  id: string;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: number;
  transports: string[];
  is_synced: boolean;
  name: string;
  created_at: ColumnType<Date, Date, never>;
  last_used_at: ColumnType<Date | null, Date | null, Date>;
};

export type PasskeyChallengesTable = {
  id: string;
  challenge: Buffer;
  purpose: 'registration' | 'proof' | 'second_step' | 'sign_in';
  bound_to: Buffer;
  expires_at: ColumnType<Date, Date, never>;
};

export type SignInTables = {
  sign_in_links: SignInLinksTable;
  totp_secrets: TotpSecretsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
};
