// Opens the session of a person who has just authenticated, and answers with them; or asks for their second factor.

import type { ConsoleOutcome, PublicRequest } from '../http/console-route';
import { answer } from '../http/route';
import type { Credentials } from '../people/find-credentials';
import { ACCESS_SECONDS } from '../sessions/access-token';
import { clearedTicketOf, ticketCookieOf } from '../sessions/session-cookies';
import type { Sessions } from '../sessions/sessions';
import { TICKET_SECONDS, type SignInTickets } from '../sessions/sign-in-ticket';

/** Undefined when the person was suspended or got another password meanwhile, or the credential is not valid. */
export async function finishSignIn(
  { sessions, tickets }: { sessions: Pick<Sessions, 'open'>; tickets: Pick<SignInTickets, 'make'> },
  person: Credentials,
  request: PublicRequest,
  credential: Pick<Parameters<Sessions['open']>[0], 'isSecondFactorVerified' | 'useCredential'> = {},
): Promise<ConsoleOutcome | undefined> {
  const { isSecure } = request;
  const opened = await sessions.open({ ...person, ...credential }, request);
  switch (opened.kind) {
    case 'password_changed':
    case 'invalid_credential':
      return undefined;
    case 'second_factor_needed': {
      const secondFactor = opened.hasPasskeys ? 'passkey' : 'code';
      const asked = answer(202, { secondFactor, expiresIn: TICKET_SECONDS });
      return { ...asked, cookies: [ticketCookieOf(tickets.make(person), TICKET_SECONDS, isSecure)] };
    }
    case 'opened': {
      const { userId: id, email, isEmailProven } = person;
      const signedIn = answer(200, { user: { id, email, isEmailProven }, expiresIn: ACCESS_SECONDS });
      const { cookies } = opened;
      return {
        ...signedIn,
        cookies: credential.isSecondFactorVerified ? [...cookies, clearedTicketOf(isSecure)] : cookies,
      };
    }
  }
}
