// Helpers for the tests of mailed links: people with unverified addresses, resets, and a look into the outbox.

import { sql } from 'kysely';
import { addPerson, openBrowser, type TestPerson } from './console-browser';
import type { TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

export const NEW_PASSWORD = 'another fine password';

export function makeMailWorld(api: () => TestApi) {
  let addresses = 0;
  const fromElsewhere = () => ({ 'x-forwarded-for': `192.0.2.${++addresses}` });
  const waitingMails = () => api().db.selectFrom('mails').selectAll().execute();
  return {
    fromElsewhere,
    waitingMails,
    /** An account with an unverified address, as made before there was a mail server. */
    addUnverified: async (email: string): Promise<TestPerson> => {
      const person = await addPerson(api());
      await api()
        .db.updateTable('users')
        .set({ email, email_verified_at: null })
        .where('id', '=', person.userId)
        .execute();
      return { ...person, email };
    },
    askForReset: (email: string, headers: Record<string, string> = {}) =>
      openBrowser(api()).call<ErrorAnswer | null>('POST', '/password-resets', {
        body: { email },
        headers: { ...fromElsewhere(), ...headers },
      }),
    reset: (secret: string, password = NEW_PASSWORD) =>
      openBrowser(api()).call<ErrorAnswer | null>('POST', '/password-resets/confirm', {
        body: { secret, password },
      }),
    /** Moves the due times of waiting mails, because PostgreSQL's clock, which decides, cannot be moved. */
    minutesPass: async (minutes: number): Promise<void> => {
      await sql`UPDATE mails SET next_try_at = next_try_at - ${minutes} * interval '1 minute'`.execute(
        api().db,
      );
    },
    /** Waits until the outbox is empty. */
    emptied: async (): Promise<void> => {
      for (const end = Date.now() + 60_000; Date.now() < end && (await waitingMails()).length > 0;) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect(await waitingMails()).toEqual([]);
    },
  };
}
