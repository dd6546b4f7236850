// Which programs that the native stores run on are missing on this machine.

import { spawnSync } from 'node:child_process';
import { java } from '../kafka/java';

export type Program = 'redis-server' | 'java';

/** Kafka 4 runs on no older one. */
const OLDEST_JAVA = 17;

function wordsOf(program: string, flag: string): string | undefined {
  const { status, stdout, stderr } = spawnSync(program, [flag], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 ? `${stdout}${stderr}` : undefined;
}

/** `openjdk version "17.0.15"`: 17; undefined where nothing of the kind is said. */
export function javaVersionOf(words: string): number | undefined {
  const major = /version "(\d+)/.exec(words)?.[1];
  return major === undefined ? undefined : Number(major);
}

/** In the order in which they are needed; empty when all are there. */
export function missingPrograms(): Program[] {
  const missing: Program[] = [];
  if (wordsOf('redis-server', '--version') === undefined) missing.push('redis-server');
  const version = javaVersionOf(wordsOf(java(), '-version') ?? '');
  if (version === undefined || version < OLDEST_JAVA) missing.push('java');
  return missing;
}
