// `kurz zone check` says what is wrong with a domain, and which record to set.

import { createZone } from '@kurz/api';
import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { startDnsServer, type TestDnsServer } from '../../contract/start-dns-server';
import { runServersCommand } from '../../flow/admin-command';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

let postgres: TestDatabase;
let database: Database;
let dns: TestDnsServer;
beforeAll(async () => {
  [postgres, dns] = await Promise.all([openTestDatabase(), startDnsServer()]);
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  await createZone(database.db, { domain: 'go.krz.example', zoneType: 'global' });
  dns.set('krz.example', 'NS', 'ns.krz.example');
  dns.set('edge.krz.example', 'A', '8.8.8.8');
});
afterAll(async () => {
  await database.close();
  await Promise.all([postgres.close(), dns.close()]);
});

function urlOf({ options: { host, port, user, password, database: name } }: TestDatabase): string {
  return `postgres://${user}:${encodeURIComponent(String(password))}@${host}:${port}/${name}`;
}

/** When `edgeHosts` is empty, addresses are not compared. */
const kurz = (edgeHosts: string, ...words: string[]) =>
  runServersCommand(
    { KURZ_POSTGRES_URL: urlOf(postgres), KURZ_DNS_SERVERS: dns.address, KURZ_EDGE_HOSTS: edgeHosts },
    ...words,
  );
const EDGE = 'edge.krz.example';

it('names what is wrong and the record to set, also of a shared domain', async () => {
  dns.set('go.krz.example', 'CNAME', 'old.krz.example');
  dns.set('old.krz.example', 'A', '9.9.9.9');
  const { code, stdout } = await kurz(EDGE, 'zone', 'check', 'go.krz.example');
  expect(code).toBe(1);
  expect(stdout.split('\n')).toEqual([
    'go.krz.example is not ready',
    'error cname_elsewhere: The CNAME record leads to old.krz.example, which is not this service.',
    '  found: old.krz.example',
    '  set: go.krz.example  CNAME  edge.krz.example',
    '',
  ]);
  const asJson = await kurz(EDGE, 'zone', 'check', 'go.krz.example', '--json');
  expect(asJson.code).toBe(1);
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    isReady: false,
    findings: [{ code: 'cname_elsewhere' }],
  });
});

it('ends with 0 where nothing is wrong', async () => {
  dns.set('go.krz.example', 'CNAME', EDGE);
  const { code, stdout } = await kurz('', 'zone', 'check', 'go.krz.example');
  expect([code, stdout]).toEqual([0, expect.stringContaining('go.krz.example is ready\n')]);
});

it('knows no other domain', async () => {
  const { code, stderr } = await kurz(EDGE, 'zone', 'check', 'nowhere.example');
  expect([code, stderr]).toEqual([1, expect.stringContaining('there is no zone nowhere.example')]);
});
