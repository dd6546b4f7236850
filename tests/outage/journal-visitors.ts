// Constant visitors for tests of a redirector's disk, and their traces: lines in its journals, and lines in its log that
// lead an operator to the runbook.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findJournals, openJournalReader } from '@kurz/click-journal';
import { makeVisitorConnection } from './visitor-connection';

const VISITORS = 4;
const RUNBOOK = readFileSync(path.join(__dirname, '..', '..', 'deploy', 'runbook.md'), 'utf8');

/** After so many requests a visitor comes anew, so that none of several workers stays without visitors for long. */
const REQUESTS_PER_CONNECTION = 100;

/** They ask for `/abc` until the end. */
export function startJournalVisitors(port: number) {
  const statuses = new Map<string, number>();
  let isOver = false;
  const visit = async () => {
    const connection = makeVisitorConnection(port);
    for (let asked = 1; !isOver; asked++) {
      if (asked % REQUESTS_PER_CONNECTION === 0) connection.close();
      const reply = await connection.ask({ method: 'GET', path: '/abc', headers: { host: 'kurz.example' } });
      const outcome = reply.kind === 'answered' ? String(reply.status) : reply.kind;
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
    }
    connection.close();
  };
  const all = Promise.all(Array.from({ length: VISITORS }, visit));
  return {
    /** How many there were of each outcome. */
    end: async () => {
      isOver = true;
      await all;
      return Object.fromEntries(statuses);
    },
  };
}

/** The heading that the first line of the event names. @throws when the runbook has no such heading. */
export function runbookAskedFor(log: string, event: string): string | undefined {
  const line = log.split('\n').find((text) => text.includes(`"event":"${event}"`)) ?? '{}';
  const { runbook } = JSON.parse(line) as { runbook?: string };
  if (!RUNBOOK.includes(`\n## ${runbook}\n`)) throw new Error(`the runbook has no heading ${runbook}`);
  return runbook;
}

/** Lines in all journals below the folder. */
export async function journalLinesIn(root: string): Promise<number> {
  let count = 0;
  for (const { directory } of await findJournals(root)) {
    const reader = openJournalReader({ directory });
    let from = await reader.begin();
    for (;;) {
      const { lines, to } = await reader.read(from, { maxLines: 10_000 });
      if (lines.length === 0) break;
      count += lines.length;
      from = to;
    }
    await reader.close();
  }
  return count;
}
