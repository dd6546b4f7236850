// The API goes away during the doctor's probe: the doctor names the link that it leaves behind. Its token expires.

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Database } from '@kurz/database';
import { probeLink } from '../../../services/admin/src/doctor/probe-link';
import { openLenientDatabase } from '../../fixture-database';
import { addWorkspace, WORKSPACE } from '../redirector/stored-links';

let database: Database;
beforeAll(async () => {
  database = await openLenientDatabase();
  await addWorkspace(database.db);
});
afterAll(() => database.close());

/** The doctor's findings when `answer` takes the place of the API and the redirector. */
async function probe(answer: RequestListener, { isStopped = false } = {}) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = {
    db: database.db,
    by: { kind: 'operator', command: 'doctor' } as const,
    tokenPepper: 'x'.repeat(32),
    appUrl: () => Promise.resolve(undefined),
    applyChanges: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  if (isStopped) await once(server.close(), 'close');
  const settings = { workspaceId: WORKSPACE, apiUrl: url, redirectsUrl: url, countedMs: 0 };
  try {
    return await probeLink(connection, settings);
  } finally {
    server.closeAllConnections();
    if (server.listening) await once(server.close(), 'close');
  }
}

test('what cannot be read and deleted any more was created nevertheless', async () => {
  let tokens: Promise<{ expires_at: Date | null }[]> | undefined;
  const examined = await probe((request, response) => {
    if (request.method === 'POST') {
      tokens = database.db.selectFrom('tokens').select('expires_at').execute();
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end('{"url":{"zoneDomain":"kurz.example"}}');
    } else if (request.url?.startsWith('/doctor-')) {
      response.writeHead(302, { location: 'https://example.com/kurz-doctor' }).end();
    } else response.destroy();
  });
  expect(examined).toMatchObject({
    findings: [
      { code: 'probe_not_counted' },
      { code: 'probe_not_deleted', todo: expect.stringMatching(/kurz\.example\/doctor-\w+/) as string },
    ],
  });
  expect(await tokens).toEqual([{ expires_at: expect.any(Date) as Date }]);
});

/** Answers the link's creation with `created` and its deletion with `deleted`; undefined cuts the connection. */
async function probeWithoutAnswer(created: number | undefined, deleted: number | undefined) {
  let slug: unknown;
  let removed: string | undefined;
  const examined = await probe((request, response) => {
    const answerWith = (status: number | undefined) =>
      status === undefined ? response.destroy() : response.writeHead(status).end();
    if (request.method === 'DELETE') {
      removed = request.url;
      return void answerWith(deleted);
    }
    return void json(request).then((body) => {
      ({ slug } = body as { slug: string });
      answerWith(created);
    });
  });
  expect(removed).toBe(`/v1/urls/${String(slug)}`);
  return { examined, slug };
}

test.each([undefined, 503])(
  'a link whose creation had no answer that counts (%p) is deleted',
  async (created) => {
    const { examined } = await probeWithoutAnswer(created, 200);
    expect(examined).toMatchObject({ findings: [{ code: 'probe_not_created' }] });
    expect('findings' in examined && examined.findings).toHaveLength(1);
  },
);

test('a link that was not made is not missed', async () => {
  const { examined } = await probeWithoutAnswer(undefined, 404);
  const unreached = await probe(() => undefined, { isStopped: true });
  for (const one of [examined, unreached])
    expect('findings' in one && one.findings.map(({ code }) => code)).toEqual(['probe_not_created']);
});

test('a link that may have been made and cannot be deleted is named', async () => {
  const { examined, slug } = await probeWithoutAnswer(undefined, undefined);
  expect(examined).toMatchObject({
    findings: [
      { code: 'probe_not_created' },
      { code: 'probe_perhaps_left', todo: expect.stringContaining(String(slug)) as string },
    ],
  });
});

test('an API with another pepper does not know the token, and nothing is made there', async () => {
  const asked: unknown[] = [];
  const examined = await probe((request, response) => {
    asked.push(request.method);
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: 'A valid API token is required.', code: 'UNAUTHORIZED' }));
  });
  const todo = expect.stringContaining('KURZ_TOKEN_PEPPER') as string;
  expect(examined).toMatchObject({ findings: [{ code: 'probe_token_unknown', todo }] });
  expect(asked).toEqual(['POST']);
});
