// The API goes away while its probe link is on the way: the doctor names the link that is left. Its token ends by itself.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '@kurz/database';
import { probeLink } from '../../../services/admin/src/doctor/probe-link';
import { openPatientDatabase } from '../../fixture-database';
import { addWorkspace, WORKSPACE } from '../redirector/stored-links';

let database: Database;
beforeAll(async () => {
  database = await openPatientDatabase();
  await addWorkspace(database.db);
});
afterAll(() => database.close());

test('what cannot be read and deleted any more was created nevertheless', async () => {
  let tokens: Promise<{ expires_at: Date | null }[]> | undefined;
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      tokens = database.db.selectFrom('tokens').select('expires_at').execute();
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end('{"url":{"zoneDomain":"kurz.example"}}');
    } else if (request.url?.startsWith('/doctor-')) {
      response.writeHead(302, { location: 'https://example.com/kurz-doctor' }).end();
    } else response.destroy();
  }).listen(0, '127.0.0.1');
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
  try {
    const examined = await probeLink(connection, {
      workspaceId: WORKSPACE,
      apiUrl: url,
      redirectsUrl: url,
      countedMs: 0,
    });
    expect(examined).toMatchObject({
      findings: [
        { code: 'probe_not_counted' },
        { code: 'probe_not_deleted', todo: expect.stringMatching(/kurz\.example\/doctor-\w+/) as string },
      ],
    });
    expect(await tokens).toEqual([{ expires_at: expect.any(Date) as Date }]);
  } finally {
    server.closeAllConnections();
    await once(server.close(), 'close');
  }
});
