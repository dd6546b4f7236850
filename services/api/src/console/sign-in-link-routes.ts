// The endpoint that exchanges a one-time sign-in link for a session. The secret comes in the body, because addresses
// end up in logs.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import { refuse } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type { ConsoleOutcome, ConsoleRoute, PublicRequest } from '../http/console-route';
import { findCredentialsOf } from '../people/find-credentials';
import { findSignInLink, useSignInLink } from '../people/sign-in-links';
import { countUnlessAway } from '../rate-limits/count-unless-away';
import type { AttemptsOfAddress } from '../sessions/attempts-of-address';
import type { Sessions } from '../sessions/sessions';
import type { SignInTickets } from '../sessions/sign-in-ticket';
import { consolePaths } from './console-paths';
import { finishSignIn } from './finish-sign-in';

const readSecret = makeBodyReader<{ secret: string }>({
  type: 'object',
  required: ['secret'],
  properties: { secret: { type: 'string' } },
});

type Deps = {
  db: Db;
  clock: Clock;
  sessions: Pick<Sessions, 'open'>;
  tickets: Pick<SignInTickets, 'make'>;
  attempts: AttemptsOfAddress;
};

export function makeSignInLinkRoutes(deps: Deps): ConsoleRoute[] {
  const { db, clock, attempts } = deps;
  async function exchange(request: PublicRequest): Promise<ConsoleOutcome> {
    const read = readSecret(request.body);
    if (read.kind === 'refused') return read;
    const attempt = await attempts.consume(request.clientAddress);
    if (attempt.kind === 'refused') return attempt;
    const { secret } = read.body;
    const [person] = await countUnlessAway(attempt, async () => {
      const userId = await findSignInLink(db, secret, new Date(clock.now()));
      return userId === undefined ? [] : findCredentialsOf(db, userId);
    });
    if (!person) return refuse('SIGN_IN_LINK_NOT_FOUND');
    await attempt.refund();
    const useCredential = (transaction: Db) => useSignInLink(transaction, secret);
    return (await finishSignIn(deps, person, request, { useCredential })) ?? refuse('SIGN_IN_LINK_NOT_FOUND');
  }

  const { sessionLink } = consolePaths;
  return [{ method: 'POST', path: sessionLink, access: 'public', isWrite: false, handle: exchange }];
}
