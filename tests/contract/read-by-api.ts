// Reads links from the tests' own service, as a job. For hosted services the endpoint itself can request only the real
// one.

import { allowedTargetsOf } from '@kurz/outbound';
import type { Db } from '@kurz/database';
import { silentLog, systemClock } from '@kurz/process';
import { makePeerReader } from '../../services/api/src/imports/jobs/peer-reader';
import { beginReading, FIRST_CLAIM } from '../../services/api/src/imports/jobs/step-job';
import type { PeerApi } from '../../services/api/src/imports/peers/peer-api';
import { TOKEN, type FakePeer } from '../stores/admin/fake-peer';
import { until } from '../until';

type Place = { workspaceId: string; zoneDomain: string };

/** Begins it as the endpoint does, in this process, and reads to the end. */
export async function readByApi(
  db: Db,
  { workspaceId, zoneDomain }: Place,
  { api, peer, isWithDays }: { api: PeerApi; peer: FakePeer; isWithDays: boolean },
): Promise<void> {
  const allowed = allowedTargetsOf(new URL(peer.url).host);
  if (allowed.kind === 'faulty') throw new Error(`${peer.url} names no target`);
  const reader = makePeerReader(
    { db, log: silentLog, clock: systemClock },
    { outboundAllowed: allowed.targets },
  );
  const asker = { workspaceId, userId: 'usr_asks', sessionId: 'ses_asks' };
  const begun = await beginReading(db, asker, { source: api.name, name: api.name, zoneDomain });
  if (begun.kind === 'refused') throw new Error(begun.code);
  const target = { workspace: { id: workspaceId, defaultZoneId: null }, zoneDomain };
  reader
    .acquirePermit(asker.userId)
    ?.begin(
      { id: begun.id, claim: FIRST_CLAIM, state: 'checking', target, bytes: begun.bytes },
      { api, origin: peer.url, token: TOKEN, isWithDays },
    );
  const job = db.selectFrom('import_jobs').select('state').where('id', '=', begun.id);
  await until(async () => (await job.executeTakeFirst())?.state !== 'checking', {
    what: `${api.name} is read`,
  });
  await reader.close();
}
