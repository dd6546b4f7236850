// Compares the sums of the stores each minute, for a page of links and for the links that differed before. With more
// links than a page has, a round takes as many minutes as there are pages. Each API begins at another link.

import { randomBytes } from 'node:crypto';
import type { Log, Metrics } from '@kurz/process';
import { makePollLoop, type PollLoop } from '@kurz/process';
import { comparePage, type Between, type CompareDeps, type Compared, type Difference } from './compare-page';

const EVERY_MS = 60_000;
/** Takes some 50 ms of ClickHouse. An installation of up to this many links is compared each minute. */
const PAGE = 1_000;
/** ClickHouse lags by the linger of ingesters, 10 s by default. */
const TIMEOUT_MS = 45_000;
/** The most lines that one comparison logs. */
const MAX_LOGGED = 10;
const BETWEEN: readonly Between[] = ['hits', 'live'];

type Deps = Omit<CompareDeps, 'signal'> & { log: Log; metrics: Metrics };

type Known = Record<Between, Map<string, Difference>>;

function makeSumMetrics(metrics: Metrics, known: Known) {
  const comparedAt: Record<Between, number> = { hits: performance.now(), live: performance.now() };
  metrics.gauge(
    'api_sums_differing_links',
    'Links whose sums in ClickHouse and in PostgreSQL (hits) or Redis (live) differ',
    ['between'],
    (gauge) => BETWEEN.forEach((between) => gauge.set({ between }, known[between].size)),
    'max',
  );
  metrics.gauge(
    'api_sums_differing_visits',
    'Visits by which those sums differ',
    ['between'],
    (gauge) =>
      BETWEEN.forEach((between) => {
        const visits = [...known[between].values()].reduce((sum, one) => sum + one.visits, 0);
        gauge.set({ between }, visits);
      }),
    'max',
  );
  metrics.gauge(
    'api_sums_age_seconds',
    'Since sums were last compared, or since the start',
    ['between'],
    (gauge) =>
      BETWEEN.forEach((between) => gauge.set({ between }, (performance.now() - comparedAt[between]) / 1_000)),
    'min',
  );
  const looked = metrics.counter('api_sums_compared_links', 'Links whose sums were compared', ['between']);
  return {
    compared: (between: Between, links: number) => {
      comparedAt[between] = performance.now();
      looked.inc({ between }, links);
    },
  };
}

/** `everyMs`: a minute by default. */
export function makeReconcileSums(
  { db, shards, liveClicks, clock, log, metrics }: Deps,
  { everyMs = EVERY_MS, timeoutMs = TIMEOUT_MS }: { everyMs?: number; timeoutMs?: number } = {},
): Pick<PollLoop, 'start' | 'close'> {
  const known: Known = { hits: new Map(), live: new Map() };
  const sumMetrics = makeSumMetrics(metrics, known);
  const stopping = new AbortController();
  const deps = { db, shards, liveClicks, clock, signal: stopping.signal };
  let after = `lnk_${randomBytes(2).toString('hex')}`;

  const knownIds = () =>
    [...new Set(BETWEEN.flatMap((between) => [...known[between].keys()]))].slice(0, PAGE);

  /** Compares differing links again, because a link may be deleted between two reads. */
  const confirmed = async (first: Compared): Promise<Compared | undefined> => {
    const suspects = [...first.hits.differing, ...(first.live?.differing ?? [])];
    if (suspects.length === 0) return first;
    const ids = suspects.map(({ linkId }) => linkId).slice(0, PAGE);
    const again = await comparePage(deps, { page: { after: '', limit: 0, known: ids }, timeoutMs });
    if (again.kind === 'not_comparable') return undefined;
    return {
      ...first,
      hits: { ...first.hits, differing: again.hits.differing },
      live: first.live && again.live && { ...first.live, differing: again.live.differing },
    };
  };
  const note = (between: Between, { looked, differing }: Compared['hits']) => {
    const before = known[between];
    const fresh = differing.filter(({ linkId }) => !before.has(linkId)).slice(0, MAX_LOGGED);
    for (const difference of fresh)
      log.error({ event: 'sums_differ', between, ...difference, runbook: 'Sums of the stores differ' });
    // forgets links that agree now, and links that are gone
    before.clear();
    for (const difference of differing) before.set(difference.linkId, difference);
    sumMetrics.compared(between, looked);
  };
  const poll = async () => {
    const page = { after, limit: PAGE, known: knownIds() };
    const outcome = await comparePage(deps, { page, timeoutMs });
    if (outcome.kind === 'not_comparable') return;
    const result = await confirmed(outcome);
    if (!result || stopping.signal.aborted) return;
    note('hits', result.hits);
    if (result.live) note('live', result.live);
    after = result.lastId;
  };
  const loop = makePollLoop({
    everyMs,
    poll,
    onOutage: (error) => log.debug({ event: 'sums_not_compared', reason: String(error) }),
  });
  return {
    start: loop.start,
    close: async () => {
      stopping.abort();
      await loop.close();
    },
  };
}
