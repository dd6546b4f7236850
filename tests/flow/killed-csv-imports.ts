// Kills `kurz import csv` and `kurz import undo` at random moments, until a run comes to its end.

import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from './spawn-admin-command';
import type { CsvImportWorld, ImportPlace } from './csv-import-world';

/** The longest run, from before its connection until after its last page, on an otherwise idle machine. */
const MAX_MS = 4_000;

/**
 * Kills at most `kills` runs of the command; a run that ends by itself is the last. Then runs it once more. Resolves
 * with that run's JSON and the number of killed runs.
 */
export async function runKilled({ spawn, spawned }: CsvImportWorld, words: string[], kills: number) {
  let killed = 0;
  for (; killed < kills; killed++) {
    const { child, finished } = spawn(...words);
    await Promise.race([sleep(300 + Math.random() * MAX_MS), finished]);
    child.kill('SIGKILL');
    if ((await finished).code !== null) break;
  }
  return { killed, json: await spawned(...words) };
}

/** The import of `place`, as `kurz import list` has it. */
export async function importOf({ run }: CsvImportWorld, { workspace }: ImportPlace): Promise<string> {
  const [one] = rowsOf(await run('import', 'list', '--workspace', workspace), 'imports');
  const id = one?.['id'];
  if (typeof id !== 'string') throw new Error(`${workspace} has no import`);
  return id;
}
