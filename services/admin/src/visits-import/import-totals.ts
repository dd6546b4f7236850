// `kurz visits import --totals`: adds another shortener's counts of links to their lifetime counts. Each line of a file
// is added once: one transaction holds all additions and the row that remembers the lines.

import { changesOfNew, writeAuditEvents } from '@kurz/api';
import { takeImportLock } from '@kurz/database';
import { sql } from 'kysely';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import type { AdminConnection } from '../connection/admin-connection';
import { findEarlierImports, sameContent } from './earlier-imports';
import { linesOf, openLog } from './log-lines';
import { totalOf, type LinkTotal } from './total-line';

type Zone = { id: string; domain: string };

export const LOG_CHANGED = 'the file changed while it was read; nothing in it is counted: import it again';

class LogChanged extends Error {}

/** Most lines per statement. Several lines of one slug are added up. */
const CHUNK_LINES = 5_000;

async function addTotals(
  db: AdminConnection['db'],
  zoneId: string,
  totals: LinkTotal[],
): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    UPDATE links SET pre_tracking = pre_tracking + totals.count
    FROM (
      SELECT slug, sum(count) AS count
      FROM unnest(${totals.map(({ slug }) => slug)}::text[], ${totals.map(({ count }) => count)}::bigint[])
        AS t (slug, count) GROUP BY slug
    ) AS totals
    WHERE links.zone_id = ${zoneId} AND links.slug = totals.slug COLLATE "C"
    RETURNING links.slug`.execute(db);
  return new Set(rows.map(({ slug }) => slug));
}

type Importing = { file: string; zone: Zone };

export async function importTotals(
  connection: Pick<AdminConnection, 'db' | 'by'>,
  importing: Importing,
): Promise<AdminAnswer> {
  try {
    return await addAll(connection, importing);
  } catch (error) {
    if (error instanceof LogChanged) return failed(LOG_CHANGED);
    throw error;
  }
}

/** All or nothing. Throws LogChanged. */
function addAll(
  { db, by }: Pick<AdminConnection, 'db' | 'by'>,
  { file, zone }: Importing,
): Promise<AdminAnswer> {
  return db.transaction().execute(async (transaction) => {
    if (!(await takeImportLock(transaction))) return failed('another import is running');
    const { identity, counted, ancestors } = await findEarlierImports(transaction, file, zone.id);
    const tally = { lines: 0, added: 0, addedBefore: 0, unreadable: 0, withoutLink: 0, total: 0 };
    let waiting: (LinkTotal & { line: number })[] = [];
    const flush = async () => {
      const found = await addTotals(transaction, zone.id, waiting);
      for (const { line, slug, count } of waiting) {
        if (!found.has(slug)) tally.withoutLink++;
        else {
          counted.add(line);
          tally.added++;
          tally.total += count;
        }
      }
      waiting = [];
    };
    let isChanged = false;
    const content = sameContent(await openLog(file), identity, () => (isChanged = true));
    for await (const text of linesOf(content)) {
      const line = tally.lines++;
      const total = totalOf(text);
      if (counted.has(line)) tally.addedBefore++;
      else if (total) waiting.push({ line, ...total });
      else tally.unreadable++;
      if (waiting.length === CHUNK_LINES) await flush();
    }
    if (isChanged) throw new LogChanged();
    if (waiting.length > 0) await flush();
    if (tally.added > 0) {
      const { id } = await transaction
        .insertInto('visit_imports')
        .values({
          zone_id: zone.id,
          ...identity,
          lines: tally.lines,
          counted: counted.bytes(),
          ancestors: ancestors.map(({ id }) => id),
          shift_days: 0,
          journal_end: 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const subject = { subjectId: String(id), subjectName: zone.domain, workspaceId: null };
      await writeAuditEvents(transaction, by, [
        { action: 'visits.imported', ...subject, changes: changesOfNew({ visits: tally.total }) },
      ]);
    }
    const { lines, added, addedBefore, unreadable, withoutLink, total } = tally;
    return done(
      tally,
      `${file}: ${lines} lines\n  ${added} added, ${total} visits; ${addedBefore} added before, ` +
        `${withoutLink} without a link, ${unreadable} unreadable`,
    );
  });
}
