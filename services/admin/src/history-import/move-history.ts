// Moves the visits of the links that an import has made: read from the source → written to a journal of their own → one
// transaction ends the import, subtracts the visits from the links' totals and records the journal → counted by the
// ingester like any other. After a kill before the transaction the journal is discarded; after it, published again.

import {
  releaseImportPartition,
  moveDays,
  nextPartition,
  type DaysDeps,
  type HistorySource,
  type MoveHistory,
  type RunningImport,
} from '@kurz/api';
import type { Visit } from '@kurz/click-event';
import { withHistoryLock, withImportLock, type AssertLocked, type Db } from '@kurz/database';
import type { Clock, Log } from '@kurz/process';
import { sql } from 'kysely';
import type { VisitQueue } from '../visits-import/visit-queue';
import type { ImportEnd } from '../visits-import/earlier-imports';
import { openImportJournal, publishImport, removeAbandonedImports } from '../visits-import/import-journal';
import type { ShipOutcome } from '../visits-import/ship-imports';
import { collectDays } from './collect-days';
import { loggedVisits } from './logged-visits';
import { spoolVisits } from './spool-visits';
import { removeSpool, spooledImports, spooledVisits } from './visit-spool';

export type HistoryDeps = VisitQueue & { db: Db; log: Log; clock: Clock };

/** Visits need a queue; counts by day need ClickHouse. */
export type HistoryRoad =
  | { kind: 'visits'; history: Exclude<HistorySource, { kind: 'days' }>; deps: HistoryDeps }
  | { kind: 'days'; history: Extract<HistorySource, { kind: 'days' }>; deps: DaysDeps };

/** What became of the visits. */
export type HistoryTally = {
  visits: number;
  /** Undefined when there are no visits. */
  end: ImportEnd | undefined;
  /** Why the visits are not in Kafka yet. The import has ended nevertheless. */
  notShipped: string | undefined;
};

const CHUNK_VISITS = 5_000;

/** Resolves with the number of visits by link. */
async function writeJournal(
  write: (visits: Visit[]) => Promise<void>,
  visits: AsyncIterable<Visit>,
): Promise<Map<string, number>> {
  const moved = new Map<string, number>();
  let chunk: Visit[] = [];
  for await (const visit of visits) {
    moved.set(visit.linkId, (moved.get(visit.linkId) ?? 0) + 1);
    chunk.push(visit);
    if (chunk.length < CHUNK_VISITS) continue;
    await write(chunk);
    chunk = [];
  }
  await write(chunk);
  return moved;
}

/** Subtracts the moved visits from `pre_tracking`, because they are counted by day from now on. */
async function takeOffTotals(transaction: Db, moved: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    UPDATE links SET pre_tracking = greatest(0, links.pre_tracking - moved.visits)
    FROM unnest(${[...moved.keys()]}::text[], ${[...moved.values()]}::bigint[]) AS moved (id, visits)
    WHERE links.id = moved.id AND links.pre_tracking > 0`.execute(transaction);
}

async function removeEndedSpools({ db, importsFolder }: HistoryDeps): Promise<void> {
  const ids = await spooledImports(importsFolder);
  if (ids.length === 0) return;
  const running = await db
    .selectFrom('imports')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'running')
    .execute();
  const kept = new Set(running.map(({ id }) => id));
  for (const id of ids) if (!kept.has(id)) await removeSpool(importsFolder, id);
}

/** Publishes the visits that earlier imports left, before another import begins. Undefined when another import runs. */
export const publishEarlier = (deps: HistoryDeps): Promise<ShipOutcome | undefined> =>
  withImportLock(deps.db, async () => {
    await removeAbandonedImports(deps.db, deps.importsFolder, deps.shipper?.prefix);
    await removeEndedSpools(deps);
    return (await deps.shipper?.shipAll()) ?? { kind: 'shipped' };
  });

type Moving = {
  running: RunningImport;
  visits: AsyncIterable<Visit>;
  finish: Parameters<MoveHistory>[1];
  assertLocked: AssertLocked;
};

async function moveUnderLock(deps: HistoryDeps, { running, visits, finish, assertLocked }: Moving) {
  const { db, importsFolder, log, shipper } = deps;
  await removeAbandonedImports(db, importsFolder, shipper?.prefix);
  const id = await nextPartition(db);
  const journal = await openImportJournal(importsFolder, id, log);
  const moved = await writeJournal(journal.write, visits);
  const end = await journal.finish();
  const sum = [...moved.values()].reduce((all, each) => all + each, 0);
  const ended = await finish(async (transaction): Promise<Record<string, number>> => {
    if (sum === 0) return {};
    await assertLocked(transaction);
    await takeOffTotals(transaction, moved);
    const ofLog = {
      fingerprint: Buffer.alloc(0),
      bytes: 0,
      lines: sum,
      counted: Buffer.alloc(0),
      ancestors: [],
    };
    const row = { id, zone_id: null, import_id: running.id, ...ofLog, shift_days: 0, journal_end: end };
    await transaction
      .insertInto('visit_imports')
      .values({ ...row, to_ship: shipper !== undefined })
      .execute();
    return { visits: sum };
  });
  const tally: HistoryTally = { visits: 0, end: undefined, notShipped: undefined };
  if (ended.kind !== 'imported' || sum === 0) {
    await removeAbandonedImports(db, importsFolder, shipper?.prefix);
  } else {
    publishImport(importsFolder, id, shipper?.prefix);
    const shipped = await shipper?.shipAll();
    tally.visits = sum;
    tally.end = { id, end };
    if (shipped?.kind === 'not_shipped') tally.notShipped = shipped.reason;
  }
  await removeEndedSpools(deps);
  return { ended, tally };
}

async function moveVisits(
  { history, deps }: Extract<HistoryRoad, { kind: 'visits' }>,
  running: RunningImport,
  finish: Parameters<MoveHistory>[1],
  onMoved: (tally: HistoryTally) => void,
) {
  const { db, importsFolder, clock } = deps;
  const bytes =
    history.kind === 'log' ? 0 : await spoolVisits({ db, importsFolder, now: clock.now }, history, running);
  if (bytes === undefined) return undefined;
  const visits =
    history.kind === 'log'
      ? loggedVisits({ db, now: clock.now() }, history, running)
      : spooledVisits(importsFolder, running.id, bytes);
  const moved = await withImportLock(db, (assertLocked) =>
    moveUnderLock(deps, { running, visits, finish, assertLocked }),
  );
  if (moved) onMoved(moved.tally);
  return moved?.ended;
}

/** `onMoved` is called once, when the import has ended. */
export function makeMoveHistory(road: HistoryRoad, onMoved: (tally: HistoryTally) => void): MoveHistory {
  return async (running, finish) => {
    // only one process at a time reads the source and writes its history
    const ended = await withHistoryLock(road.deps.db, running.id, async () => {
      if (road.kind === 'visits') return moveVisits(road, running, finish, onMoved);
      if (!(await collectDays(road.deps.db, road.history, running))) return undefined;
      const visits = await moveDays(road.deps, running);
      if (visits === undefined) return undefined;
      onMoved({ visits, end: undefined, notShipped: undefined });
      return finish(async (transaction) => {
        await releaseImportPartition(transaction, running.id);
        return { visits };
      });
    });
    return ended ?? { kind: 'other_import_runs' };
  };
}
