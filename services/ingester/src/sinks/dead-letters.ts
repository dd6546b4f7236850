// Keeps lines that are no visits in a file, for a person to inspect. A batch that is written but not committed keeps
// them again.

import { appendFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '@kurz/process';
import type { PoisonLine } from '../source/partition-source';

/** The file grows no further; later lines are only counted. A few thousand lines are enough to find the cause. */
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_LINE_LENGTH = 2_000;

export type DeadLetters = (
  origin: { partition: number; from: number },
  poison: readonly PoisonLine[],
) => Promise<void>;

/** Best effort: a line that cannot be kept must not stop the others. */
export function makeDeadLetters(deps: { log: Log }, stateDirectory: string): DeadLetters {
  const file = path.join(stateDirectory, 'dead-letters.ndjson');
  const room = async () =>
    MAX_FILE_BYTES -
    (await stat(file).then(
      (found) => found.size,
      () => 0,
    ));
  return async ({ partition, from }, poison) => {
    if (poison.length === 0) return;
    deps.log.warn({
      event: 'lines_are_no_visits',
      partition,
      from,
      lines: poison.length,
      reason: poison[0]?.reason,
      runbook: 'Lines that are no visits',
    });
    let left = await room();
    const kept: string[] = [];
    for (const { line, reason } of poison) {
      const entry = `${JSON.stringify({ partition, from, reason, line: line.slice(0, MAX_LINE_LENGTH) })}\n`;
      left -= Buffer.byteLength(entry);
      if (left < 0) break;
      kept.push(entry);
    }
    try {
      if (kept.length > 0) await appendFile(file, kept.join(''), { mode: 0o600 });
    } catch (error) {
      deps.log.warn({ event: 'dead_letters_not_kept', reason: String(error) });
    }
  };
}
