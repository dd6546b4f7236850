// Kills `kurz import csv` and `kurz import undo` at random moments, until a run comes to its end.

import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from './spawn-admin-command';
import type { CsvImportWorld, ImportPlace } from './csv-import-world';

/** Of one run: from before its connection until after its last page, on a machine that does little else. */
const MOST_MS = 4_000;

/**
 * Kills at most `kills` runs of the command, then lets one come to its end. Resolves with its JSON and the number of those
 * that were killed; one that ends by itself is the last.
 */
export async function runKilled({ spawn, run }: CsvImportWorld, words: string[], kills: number) {
  let killed = 0;
  for (; killed < kills; killed++) {
    const { child, finished } = spawn(...words);
    await Promise.race([sleep(300 + Math.random() * MOST_MS), finished]);
    child.kill('SIGKILL');
    if ((await finished).code !== null) break;
  }
  return { killed, json: await run(...words) };
}

/** The import of `place`, as `kurz import list` has it. */
export async function importOf({ run }: CsvImportWorld, { workspace }: ImportPlace): Promise<string> {
  const [one] = rowsOf(await run('import', 'list', '--workspace', workspace), 'imports');
  const id = one?.['id'];
  if (typeof id !== 'string') throw new Error(`${workspace} has no import`);
  return id;
}
