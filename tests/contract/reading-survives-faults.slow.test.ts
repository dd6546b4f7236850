// Each statement of a reading from another shortener fails once: PostgreSQL ends its transaction, or executes it and
// the answer is lost. The reading goes on and requests nothing again. Its run makes each link once with its clicks.

import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '@kurz/database';
import { startProxy, type TestProxy } from '@kurz/backends';
import { allowedTargetsOf } from '@kurz/outbound';
import { silentLog, systemClock } from '@kurz/process';
import type { PeerApi } from '../../services/api/src/imports/peers/peer-api';
import { bitly } from '../../services/api/src/imports/peers/bitly';
import { yourls } from '../../services/api/src/imports/peers/yourls';
import { makePeerReader } from '../../services/api/src/imports/jobs/peer-reader';
import { beginReading, beginReadingWithLog, FIRST_CLAIM } from '../../services/api/src/imports/jobs/step-job';
import { LENIENT_TIMEOUTS } from '../fixture-database';
import { bitlinks, startFakeBitly } from '../flow/fake-bitly';
import { startFakeYourls, yourlsDumpOf } from '../flow/fake-yourls';
import { TOKEN, type FakePeer } from '../stores/admin/fake-peer';
import { until } from '../until';
import { addPerson } from './console-browser';
import { countedLinks } from './counted-links';
import { failStatements, type StatementFault } from './fail-statements';
import { makeNewImporter } from './new-importer';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';

const links = bitlinks(60);
const keywords = ['log-a', 'log-b', 'log-c'];
/** A log that is sent in three parts. */
const log = yourlsDumpOf(keywords.map((slug) => ({ slug, moment: '2026-10-01 10:00:00' })));
const partLength = Math.ceil(log.length / 3);

let api: TestApi;
let proxy: TestProxy;
let faults: ReturnType<typeof failStatements>;
let database: Database;
let fakeBitly: FakePeer;
let fakeYourls: FakePeer;
beforeAll(async () => {
  api = await startApi({ settings: { maxWorkspaces: 1_000 } });
  proxy = await startProxy(api.postgres.options);
  faults = failStatements(proxy);
  const { host, port } = proxy;
  database = openDatabase({
    ...api.postgres.options,
    host,
    port,
    ...LENIENT_TIMEOUTS,
    onError: () => undefined,
  });
  fakeBitly = await startFakeBitly(links);
  fakeYourls = await startFakeYourls(() => keywords.map((slug) => ({ slug, clicks: 2 })));
});
afterAll(async () => {
  await database.close();
  await proxy.close();
  await fakeBitly.close();
  await fakeYourls.close();
  await api.close();
});

/** `logId`: the job to which a log was sent. */
type Read = { workspaceId: string; peerApi: PeerApi; peer: FakePeer; logId: string | undefined };

/** Reads to the end; heals PostgreSQL a moment after a statement has failed. */
async function read({ workspaceId, peerApi, peer, logId }: Read, n: number, how: StatementFault) {
  const target = { workspace: { id: workspaceId, defaultZoneId: null }, zoneDomain: SHARED_DOMAIN };
  const asker = { workspaceId, userId: 'usr_asks', sessionId: 'ses_asks' };
  const named = { source: peerApi.name, name: peerApi.name, zoneDomain: SHARED_DOMAIN };
  const begun = await (logId === undefined
    ? beginReading(api.db, asker, named)
    : beginReadingWithLog(api.db, asker, logId, named));
  const allowed = allowedTargetsOf(new URL(peer.url).host);
  if (begun.kind === 'refused' || allowed.kind === 'faulty') throw new Error('the reading was not begun');
  const reader = makePeerReader(
    { db: database.db, log: silentLog, clock: systemClock },
    { outboundAllowed: allowed.targets },
  );
  const job = { id: begun.id, claim: FIRST_CLAIM, state: 'checking' as const, target, bytes: begun.bytes };
  let hasFailed = false;
  faults.failNth(n, how);
  reader
    .acquirePermit(asker.userId)
    ?.begin(job, { api: peerApi, origin: peer.url, token: TOKEN, isWithDays: true });
  await until(
    async () => {
      await sleep(100);
      hasFailed = faults.healIfFailed() || hasFailed;
      const row = await api.db
        .selectFrom('import_jobs')
        .select('state')
        .where('id', '=', begun.id)
        .executeTakeFirst();
      return row?.state !== 'checking';
    },
    { what: 'the reading ends' },
  );
  hasFailed = faults.heal() || hasFailed;
  await reader.close();
  return hasFailed;
}

/** What has come of a reading and its run; `hasFailed` is false where there is no n-th statement. */
async function outcomeOf(n: number, how: StatementFault, peerApi: PeerApi) {
  const importer = await makeNewImporter(api, await addPerson(api))();
  const { workspaceId } = importer;
  const [peer, logId] =
    peerApi === bitly ? [fakeBitly, undefined] : [fakeYourls, await importer.upload(log, { partLength })];
  const before = peer.asked.length;
  const hasFailed = await read({ workspaceId, peerApi, peer, logId }, n, how);
  const { id, state, counts, fault } = await importer.settled();
  const asked = peer.asked.length - before;
  const report = await importer.report(id, 'new');
  const ran = state === 'checked' ? await importer.start(id) : undefined;
  const counted = await countedLinks(api.db, workspaceId);
  if (ran?.importId) await importer.undo(ran.importId);
  return { hasFailed, result: { state, counts, fault, asked, report, ran: ran?.counts, counted } };
}

test.each([
  ['refused', bitly, 60],
  ['lost', bitly, 60],
  ['refused', yourls, 3],
  ['lost', yourls, 3],
] as const)('a reading goes on, whichever of its statements is %s', async (how, peerApi, made) => {
  const { result: whole } = await outcomeOf(Infinity, how, peerApi);
  expect(whole).toMatchObject({ state: 'checked', counts: { new: made }, fault: null });
  for (let n = 1; ; n++) {
    const { hasFailed, result } = await outcomeOf(n, how, peerApi);
    if (!hasFailed) {
      expect(n).toBeGreaterThan(10);
      return;
    }
    expect({ n, ...result }).toEqual({ n, ...whole });
  }
});
