// Challenges: 32 random bytes that an authenticator signs, for one purpose, within five minutes, once, and only for the
// session or the sign-in that asked.

import { createHash, randomBytes } from 'node:crypto';
import type { Db, PasskeyChallengesTable } from '@kurz/database';
import { randomBase62 } from '@kurz/process';

export const CHALLENGE_MS = 5 * 60_000;

/** `boundTo`: the id of the session, the ticket of the second step, or the secret of a sign-in. */
export type ChallengeUse = { purpose: PasskeyChallengesTable['purpose']; boundTo: string };

const hashOf = (boundTo: string) => createHash('sha256').update(boundTo).digest();

export async function issueChallenge(db: Db, { purpose, boundTo }: ChallengeUse, now: Date): Promise<Buffer> {
  const challenge = randomBytes(32);
  await db
    .insertInto('passkey_challenges')
    .values({
      id: `pkc_${randomBase62(18)}`,
      challenge,
      purpose,
      bound_to: hashOf(boundTo),
      expires_at: new Date(now.getTime() + CHALLENGE_MS),
    })
    .execute();
  return challenge;
}

/** Uses a challenge up. Of several concurrent answers only one gets true. */
export async function takeChallenge(
  db: Db,
  challenge: Buffer,
  { purpose, boundTo }: ChallengeUse,
  now: Date,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('bound_to', '=', hashOf(boundTo))
    .returning('expires_at as expiresAt')
    .executeTakeFirst();
  return taken !== undefined && taken.expiresAt > now;
}
