// Stores a mailed link as sending the mail does. Resolves with its secret.

import { randomBytes } from 'node:crypto';
import { sessionKeysOf } from '../../services/api/src/sessions/session-keys';
import { openEmailLink, type EmailLinkKind } from '../../services/api/src/mail/email-links';
import { hashMailedSecret } from '../../services/api/src/mail/mailed-secret';
import type { TestPerson } from './console-browser';
import { PEPPER, type TestApi } from './start-api';

const GOOD_FOR_MS = 15 * 60_000;

export async function addEmailLink(
  api: TestApi,
  { userId, email }: Pick<TestPerson, 'userId' | 'email'>,
  kind: EmailLinkKind,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const secretHash = hashMailedSecret(secret, sessionKeysOf({ tokenPepper: PEPPER }).mail.link[0]);
  const now = new Date();
  const expiresAt = new Date(now.getTime() + GOOD_FOR_MS);
  await openEmailLink(api.db, { id: secret.slice(0, 20), userId, email, kind, secretHash, now, expiresAt });
  return secret;
}
