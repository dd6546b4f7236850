// Runs an import of links. When the source has their history, it is moved and counted too.

import { runImport, type ImportCounts, type LinkSource } from '@kurz/api';
import type { Clock } from '@kurz/process';
import type { AdminConnection } from '../connection/admin-connection';
import { visitQueueOf, NEEDS_KAFKA, untilCounted, type CountingDeps } from '../visits-import/visit-queue';
import { makeMoveHistory, publishEarlier, type HistoryRoad, type HistoryTally } from './move-history';

export type ImportLinksDeps = CountingDeps & {
  connection: Pick<AdminConnection, 'by' | 'applyChanges' | 'writeClickRows'>;
  clock: Clock;
};

export type ImportLinksOptions = {
  target: Parameters<typeof runImport>[2];
  /** Folder for visits on their way; replaces the data folder's. */
  spool: string | undefined;
  /** When false, the import ends before the visits are counted. */
  isAwaited: boolean;
};

export type ImportedLinks =
  | { kind: 'imported'; id: string | undefined; counts: ImportCounts; visits?: number; isCounted?: boolean }
  | { kind: 'failed'; reason: string };

const OTHER = 'another process is running or undoing this import, or another import of visits is running';
const failed = (reason: string): ImportedLinks => ({ kind: 'failed', reason });
const notInKafka = (reason: string) =>
  failed(`visits of an import are not in Kafka yet (${reason}); import again to continue with them`);

const LATER = '--no-visits imports only totals';

/** A string says what the import of the history lacks. Undefined when the source has no history. */
function roadOf(
  deps: ImportLinksDeps,
  { name, history }: LinkSource,
  spool: string | undefined,
): HistoryRoad | string | undefined {
  const { connection, log, clock } = deps;
  const { db, writeClickRows } = connection;
  if (!history) return undefined;
  if (history.kind === 'days') {
    if (!writeClickRows) return `KURZ_CLICKHOUSE_URL must be set: ClickHouse stores counts by day; ${LATER}`;
    return { kind: 'days', history, deps: { db, writeClickRows, source: name } };
  }
  const queue = visitQueueOf(deps, spool);
  if (!queue) return `${NEEDS_KAFKA}; ${LATER}`;
  return { kind: 'visits', history, deps: { db, log, clock, ...queue } };
}

/** Throws SourceFault. */
export async function importLinks(
  deps: ImportLinksDeps,
  source: LinkSource,
  { target, spool, isAwaited }: ImportLinksOptions,
): Promise<ImportedLinks> {
  const { connection, clock } = deps;
  const { db, by } = connection;
  const road = roadOf(deps, source, spool);
  if (typeof road === 'string') return failed(road);
  let tally: HistoryTally | undefined;
  if (road?.kind === 'visits') {
    const earlier = await publishEarlier(road.deps);
    if (!earlier) return failed('another import is running');
    if (earlier.kind === 'not_shipped') return notInKafka(earlier.reason);
  }
  const moveHistory = road && makeMoveHistory(road, (moved) => (tally = moved));
  const ended = await runImport(db, source, target, { clock, by, moveHistory });
  if (ended.kind === 'other_import_runs') return failed(OTHER);
  await connection.applyChanges();
  const { id, counts } = ended;
  if (!tally) return { kind: 'imported', id, counts, ...(road && { visits: 0, isCounted: true }) };
  return awaitTally(deps, tally, { id, counts, isAwaited });
}

async function awaitTally(
  deps: ImportLinksDeps,
  { visits, end, notShipped }: HistoryTally,
  { id, counts, isAwaited }: { id: string | undefined; counts: ImportCounts; isAwaited: boolean },
): Promise<ImportedLinks> {
  if (notShipped !== undefined) return notInKafka(notShipped);
  const isCounted = !end || (isAwaited && (await untilCounted(deps, [end])));
  deps.bar.end();
  return { kind: 'imported', id, counts, visits, isCounted };
}
