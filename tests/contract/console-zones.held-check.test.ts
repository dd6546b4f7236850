// A process that stalls during the check of a domain for longer than its claim does not overwrite what another process
// has found since.

import { openCheckDomain, type CheckDomain } from '@kurz/api';
import { makeOutbound } from '@kurz/outbound';
import { makeMetrics, systemClock, type Log } from '@kurz/process';
import { watchSetUps } from '../../services/api/src/domain-check/watch-set-ups';
import { until } from '../until';
import { newPlace, setOwnership } from './custom-domains';
import { startApi, type TestApi } from './start-api';
import { startDnsServer, type TestDnsServer } from './start-dns-server';

const DOMAIN = 'go.held.example';
const FRONT = '127.0.0.1';

let dns: TestDnsServer;
let api: TestApi;
beforeAll(async () => {
  dns = await startDnsServer();
  dns.set('held.example', 'NS', 'ns.held.example');
  api = await startApi();
});
afterAll(async () => {
  await api.close();
  await dns.close();
});

const events: unknown[] = [];
const note = (fields: object) => void events.push(fields);
const log: Log = { debug: note, info: note, warn: note, error: note };

test('what a process finds that stood still past its claim is dropped', async () => {
  const place = await newPlace(api, 'team');
  const { zone } = (await place.add(DOMAIN)).body;
  await setOwnership(api, zone.id, 'verified');
  const makeDue = () =>
    api.db
      .updateTable('zones')
      .set({ next_check: new Date(0) })
      .execute();
  const kept = () =>
    api.db
      .selectFrom('zones')
      .select(['checked_at', 'problems', 'tls_state', 'next_check'])
      .where('id', '=', zone.id)
      .executeTakeFirstOrThrow();

  const outbound = makeOutbound({});
  const domainCheck = { frontHosts: [{ host: FRONT, port: 1 }], authorities: [] };
  const checkDomain = openCheckDomain(
    { outbound, clock: systemClock },
    { dnsServers: [dns.address], domainCheck },
  );
  const watch = (check: CheckDomain) =>
    watchSetUps({ db: api.db, log, metrics: makeMetrics(), checkDomain: check });
  let goOn = (): void => undefined;
  const wakes = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let stands = false;
  const held = watch(async (checked) => {
    const seen = await checkDomain(checked);
    stands = true;
    await wakes;
    return seen;
  });
  await makeDue();
  const looked = held.checkDue();
  await until(() => stands);
  dns.set(DOMAIN, 'A', FRONT);
  await makeDue();
  await watch(checkDomain).checkDue();
  const [before, told] = [await kept(), events.length];
  expect(before.problems).not.toContain('address_missing');
  goOn();
  await looked;
  expect(await kept()).toEqual(before);
  expect(events).toHaveLength(told);
  outbound.close();
});
