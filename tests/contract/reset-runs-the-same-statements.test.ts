// A request for a new password does the same work with and without an account for the address: the same answer and the
// same statements in the same order, so that its time reveals nothing.

import type { Db } from '@kurz/database';
import { systemClock } from '@kurz/process';
import { makeEmailLinkRoutes } from '../../services/api/src/console/email-link-routes';
import { refuse } from '../../services/api/src/errors/refusal';
import type { PublicRequest } from '../../services/api/src/http/console-route';
import { addPerson } from './console-browser';
import { startApi, type TestApi } from './start-api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** The database of the request. Loops use another one, so their statements are not recorded. */
function watched(): { db: Db; texts: string[] } {
  const texts: string[] = [];
  const db = api.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      texts.push(api.db.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  return { db, texts };
}

async function askFor(email: string) {
  const { db, texts } = watched();
  const deps = {
    db,
    clock: systemClock,
    takeLinkRequest: () => Promise.resolve({ kind: 'taken' as const, cancel: () => Promise.resolve() }),
    attempts: { consume: () => Promise.resolve(refuse('RATE_LIMITED')) },
    knownBrowsers: { cookieOf: () => ({ name: 'unused', value: '' }) as never },
    mailing: { trigger: () => texts.push('trigger') },
  };
  const routes = makeEmailLinkRoutes(deps, { mailKeys: { link: [Buffer.alloc(32)] } });
  const route = routes.find(({ method, path }) => method === 'POST' && path === '/password-resets');
  if (route?.access !== 'public') throw new Error('the route is not there');
  const request = { body: { email }, headers: {}, clientAddress: '192.0.2.1' };
  const outcome = await route.handle(request as PublicRequest);
  return { outcome, texts };
}

test('asking for a reset runs the same statements for a known and for an unknown address', async () => {
  const person = await addPerson(api);
  const known = await askFor(person.email);
  expect(await askFor('somebody@nobody.example')).toEqual(known);
  expect(known.texts).toEqual([expect.stringMatching(/^insert into "mails"/), 'trigger']);
  expect(known.outcome).toMatchObject({ status: 202 });
});
