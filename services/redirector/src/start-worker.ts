// One of the redirector's workers: its own near cache, its own journal, the port shared with the others by node:cluster.

import { makeClosing, makeMetrics, systemClock, type Log, type RunningProcess } from '@kurz/process';
import { openCountryLookup } from '@kurz/visitor-facts';
import { makeRedirectServer } from './make-redirect-server';
import { makeRedirector } from './make-redirector';
import type { ProcessSettings } from './settings/process-settings';
import { answerPrimary, onOrder, sendToPrimary } from './workers/answer-primary';
import { listenInTime } from './workers/listen-in-time';
import { openWorkerJournal } from './workers/open-worker-journal';
import { openWorkerStores } from './workers/open-worker-stores';

/** While the link cache is away, the API waits for four such readings before it answers. */
const WAITING_CHANGES_MS = 250;

/** Answers visitors when it resolves, with 503 until the zones are read. */
export async function startWorker(
  { log }: { log: Log },
  settings: ProcessSettings,
  slot: number,
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
    { ...settings.redirector, outboxMs: WAITING_CHANGES_MS },
  );
  closing.add('redirector', redirector.close);
  const server = makeRedirectServer(redirector, settings);
  answerPrimary({ checks: { zones: redirector.isReady, schema: stores.isSchemaCurrent }, metrics });
  onOrder('drain', server.drain);
  await listenInTime(server, { log }, settings);
  closing.add('server', server.close);
  sendToPrimary({ kind: 'started' });
  return { drain: server.drain, close: closing.close };
}
