// The tables of mails and mailed links, as kysely sees them.

import type { ColumnType, Generated } from 'kysely';

export type MailsTable = {
  id: string;
  kind: 'invitation' | 'email-proof' | 'password-reset';
  recipient: string;
  language: 'en' | 'de';
  user_id: string | null;
  invitation_id: string | null;
  tries: Generated<number>;
  next_try_at: ColumnType<Date, Date, Date>;
  expires_at: ColumnType<Date, Date, Date>;
};

export type EmailLinksTable = {
  id: string;
  user_id: string;
  kind: 'email-proof' | 'password-reset';
  email: string;
  secret_hash: Buffer;
  expires_at: ColumnType<Date, Date, Date>;
};
