// Which of the programs behind the native stores and the web app's tests are missing on this machine.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { java } from '../kafka/java';

export type Program = 'redis-server' | 'java' | 'chromium' | 'pgbouncer';

/** Where browsers are installed; the first that exists is used. The shell needs a fifth less CPU than the others. */
export const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Where PgBouncer is installed. These folders are not on every user's PATH. */
export const POOLERS = [
  '/usr/sbin/pgbouncer',
  '/usr/bin/pgbouncer',
  '/opt/homebrew/bin/pgbouncer',
  '/usr/local/bin/pgbouncer',
];

/** The oldest version that Kafka 4 runs on. */
const OLDEST_JAVA = 17;

function wordsOf(program: string, flag: string): string | undefined {
  const { status, stdout, stderr } = spawnSync(program, [flag], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 ? `${stdout}${stderr}` : undefined;
}

/** 17 for `openjdk version "17.0.15"`; undefined when the output names no version. */
export function javaVersionOf(words: string): number | undefined {
  const major = /version "(\d+)/.exec(words)?.[1];
  return major === undefined ? undefined : Number(major);
}

function isThere(program: Program): boolean {
  switch (program) {
    case 'redis-server':
      return wordsOf('redis-server', '--version') !== undefined;
    case 'java': {
      const version = javaVersionOf(wordsOf(java(), '-version') ?? '');
      return version !== undefined && version >= OLDEST_JAVA;
    }
    case 'chromium':
      return BROWSERS.some((place) => existsSync(place));
    case 'pgbouncer':
      return POOLERS.some((place) => existsSync(place));
  }
}

/** The subset of `needed` that is not installed. */
export function missingPrograms(needed: readonly Program[]): Program[] {
  return needed.filter((program) => !isThere(program));
}
