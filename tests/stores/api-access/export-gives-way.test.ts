// Exports with slow clients hold every permit of a process. The oldest is cut off when another export needs a permit.

import { once } from 'node:events';
import { createUser } from '@kurz/api';
import type { Database } from '@kurz/database';
import { silentLog, systemClock } from '@kurz/process';
import { makeExportSemaphore } from '../../../services/api/src/admission/export-semaphore';
import { makeExportRoutes } from '../../../services/api/src/console/export-routes';
import type { UserRequest } from '../../../services/api/src/http/console-route';
import { openLenientDatabase } from '../../fixture-database';

const LONG_MS = 10 * 60_000;

let database: Database;
beforeAll(async () => {
  database = await openLenientDatabase();
});
afterAll(() => database.close());

async function addRequest(email: string): Promise<UserRequest> {
  const created = await createUser(database.db, { email });
  if (created.kind !== 'created') throw new Error(`the setup ended with ${created.kind}`);
  return {
    params: {},
    query: {},
    body: undefined,
    headers: {},
    cookies: {},
    isSecure: true,
    clientAddress: '192.0.2.1',
    requestId: email,
    reserve: () => undefined,
    user: { id: created.userId, email, isEmailProven: true },
    sessionId: 'ses_1',
    hasPassword: true,
    hasSecondFactor: false,
  };
}

test('an export that lasts for long is cut for another, and goes on where nobody waits', async () => {
  let now = 0;
  const said: unknown[] = [];
  const log = { ...silentLog, warn: (entry: object) => void said.push(entry) };
  const deps = { db: database.db, clock: systemClock, log, queryAnalytics: () => Promise.resolve(undefined) };
  const route = makeExportRoutes(
    deps,
    makeExportSemaphore(1, () => now),
  ).find(({ access }) => access === 'user');
  const [first, second] = [await addRequest('first@example.com'), await addRequest('second@example.com')];
  const begin = async (request: UserRequest) => {
    if (route?.access !== 'user') throw new Error('no export of a person');
    const outcome = await route.handle(request);
    return outcome.kind === 'refused' ? outcome.code : outcome.stream?.stream;
  };
  const slow = await begin(first);
  now += LONG_MS - 1;
  expect(await begin(second)).toBe('TOO_MANY_AT_ONCE');
  if (typeof slow !== 'object') throw new Error('the first export did not begin');
  expect(slow.destroyed).toBe(false);
  now += 1;
  const cut = once(slow, 'error');
  const taken = await begin(second);
  expect(await cut).toMatchObject([{ name: 'AbortError' }]);
  expect(said).toMatchObject([{ event: 'export_cut', requestId: 'first@example.com' }]);
  if (typeof taken !== 'object') throw new Error('the second export did not begin');
  let text = '';
  for await (const chunk of taken) text += String(chunk);
  expect(text).toContain('"kind":"end"');
});
