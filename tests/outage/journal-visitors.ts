// For tests of a redirector's disk: steady visitors, the number of lines in its journals, and the runbook heading that
// its log names.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findJournals, openJournalReader } from '@kurz/click-journal';
import { makeVisitorConnection } from './visitor-connection';

const VISITORS = 4;
const RUNBOOK = readFileSync(path.join(__dirname, '..', '..', 'deploy', 'runbook.md'), 'utf8');

/** Requests after which a visitor reconnects, so that no worker stays without visitors for long. */
const REQUESTS_PER_CONNECTION = 100;

/** The visitors request `/abc` until `end` is called. */
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
    /** Resolves with the number of answers by outcome. */
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
