// Waits until a PostgreSQL server that was started says that it is ready.

import type { ChildProcess } from 'node:child_process';
import type { Log } from '@kurz/process';

/** A standby's message says that its connections are read-only. */
const READY = /database system is ready to accept (?:read-only )?connections/;
const START_MS = 60_000;
/** How many characters of the last output are kept. */
const LAST_WORDS = 2_000;

/** Resolves when the server says that it is ready. Rejects with its last output when it ends before that. */
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
      // search before truncating: the chunk may hold much more output behind the message
      if (READY.test(said)) {
        clearTimeout(timer);
        resolve();
      }
    });
    child.once('error', reject);
    // not `exit`: the last output may come after that
    child.once('close', (code) => {
      clearTimeout(timer);
      reject(new Error(`PostgreSQL ended while starting (${code}): ${words.trim()}`));
    });
  });
}
