// Opens the session of a person who has just proved who they are, and answers with them.

import type { ConsoleOutcome, PublicRequest } from '../http/console-route';
import { answer } from '../http/route';
import type { Credentials } from '../people/find-credentials';
import { ACCESS_SECONDS } from '../sessions/access-token';
import type { Sessions } from '../sessions/sessions';

/** Undefined: the person was suspended or got another password meanwhile. */
export async function finishSignIn(
  { sessions }: { sessions: Pick<Sessions, 'open'> },
  person: Credentials,
  request: PublicRequest,
): Promise<ConsoleOutcome | undefined> {
  const opened = await sessions.open(person, request);
  if (opened.kind !== 'opened') return undefined;
  const { userId: id, email, isEmailProven } = person;
  const user = { id, email, isEmailProven };
  return { ...answer(200, { user, expiresIn: ACCESS_SECONDS }), cookies: opened.cookies };
}
