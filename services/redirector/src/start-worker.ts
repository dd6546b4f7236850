// One of the redirector's workers: its own near cache, its own journal, the port shared with the others by
// node:cluster.

import { setTimeout as sleep } from 'node:timers/promises';
import {
  connectionsWithinFiles,
  makeClosing,
  makeMetrics,
  systemClock,
  type Log,
  type RunningProcess,
} from '@kurz/process';
import { openCountryLookup } from '@kurz/visitor-facts';
import { makeRedirectServer } from './make-redirect-server';
import { makeRedirector, type Redirector } from './make-redirector';
import type { ProcessSettings } from './settings/process-settings';
import { answerPrimary, onOrder, sendToPrimary } from './workers/answer-primary';
import { REVALIDATE_MS } from './resolve/revalidate-links';
import { beforeVisitors } from './workers/before-visitors';
import { openWorkerJournal } from './workers/open-worker-journal';
import { openWorkerStores } from './workers/open-worker-stores';

/** While the link cache is away, the API waits for four such reads before it answers. */
const WAITING_CHANGES_MS = 250;

const AGAIN_MS = 50;

/** Resolves when the domains are known, or the primary says stop. */
async function knowsDomains({ isReady }: Redirector): Promise<void> {
  const stopped = new AbortController();
  onOrder('stop', () => stopped.abort());
  const { signal } = stopped;
  while (!signal.aborted && !(await isReady()))
    await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
}

/**
 * `isReplacement`: another worker of the slot has ended. Visitors may be waiting for this one, so it looks nothing up
 * before it answers them. `isBesideOthers`: other workers answer meanwhile.
 */
type WorkerOptions = { slot: number; isReplacement: boolean; isBesideOthers: boolean };

/**
 * Answers visitors when it resolves, with 503 until the zones are read. Beside others, which know the links, a
 * replacement takes no visitor from them before that.
 */
export async function startWorker(
  { log }: { log: Log },
  settings: ProcessSettings,
  { slot, isReplacement, isBesideOthers }: WorkerOptions,
): Promise<RunningProcess> {
  const clock = systemClock;
  const metrics = makeMetrics({ processMetrics: true });
  const closing = makeClosing((name, error) =>
    log.error({ event: 'close_failed', name, error: String(error) }),
  );
  const stores = openWorkerStores({ log, clock, closing }, settings);
  const journal = await openWorkerJournal({ log, metrics, closing }, settings, slot);
  const redirector = await makeRedirector(
    { ...stores, journal, clock, openCountries: () => openCountryLookup(settings.geoFile), log, metrics },
    { ...settings.redirector, outboxMs: WAITING_CHANGES_MS, revalidateMs: REVALIDATE_MS },
  );
  closing.add('redirector', redirector.close);
  const maxConnections = connectionsWithinFiles({ log }, settings.maxConnections);
  const server = makeRedirectServer(redirector, { ...settings, maxConnections });
  answerPrimary({ checks: { zones: redirector.isReady, schema: stores.isSchemaCurrent }, metrics });
  onOrder('drain', server.drain);
  if (!isReplacement) await beforeVisitors(redirector, { log });
  else if (isBesideOthers) await knowsDomains(redirector);
  await server.listen(settings.host, settings.port);
  closing.add('server', server.close);
  sendToPrimary({ kind: 'started' });
  return { drain: server.drain, close: closing.close };
}
