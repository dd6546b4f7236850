// Waits until a PostgreSQL server that was started says that it is ready.

import type { ChildProcess } from 'node:child_process';
import type { Log } from '@kurz/process';

/** A standby says that its connections are read-only. */
const READY = /database system is ready to accept (?:read-only )?connections/;
const START_MS = 60_000;
/** Characters that are kept of what it said. */
const LAST_WORDS = 2_000;

/** Resolves when the server says that it is ready; rejects with its last words when it ends before. */
export function untilPostgresReady(child: ChildProcess, log: Pick<Log, 'debug'>): Promise<void> {
  return new Promise((resolve, reject) => {
    let words = '';
    const timer = setTimeout(
      () => reject(new Error(`PostgreSQL was not ready after ${START_MS / 1000} s: ${words}`)),
      START_MS,
    );
    child.stderr?.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      log.debug({ event: 'postgres_says', text: text.trimEnd() });
      const said = words + text;
      words = said.slice(-LAST_WORDS);
      // all that came: more may have been said since in the same piece
      if (READY.test(said)) {
        clearTimeout(timer);
        resolve();
      }
    });
    child.once('error', reject);
    // not `exit`: what it said last may come after that
    child.once('close', (code) => {
      clearTimeout(timer);
      reject(new Error(`PostgreSQL ended while starting (${code}): ${words.trim()}`));
    });
  });
}
