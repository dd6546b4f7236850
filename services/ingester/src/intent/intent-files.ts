// Keeps each partition's intent in a file of the state directory. A file stays when its partition is finished: it is
// what keeps an import whose folder comes back (from a backup) from being counted again.

import { mkdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '@kurz/process';
import { UnusableIntent, type BatchIntent, type IntentLog } from './intent-log';
import { replaceFile } from './replace-file';

const NAME = /^plan-(\d+)\.json$/;

const isPosition = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** Throws rather than begin anew: a wrong position counts visits twice or never. */
function intentOf(file: string, text: string): BatchIntent {
  const broken = () => new UnusableIntent(`${file} is not an intent`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw broken();
  }
  if (typeof value !== 'object' || value === null) throw broken();
  if (!('partition' in value) || !('from' in value) || !('to' in value)) throw broken();
  const { partition, from, to } = value;
  if (!isPosition(partition) || !isPosition(from)) throw broken();
  if (to !== null && (!isPosition(to) || to <= from)) throw broken();
  return { partition, from, to };
}

/** Makes `directory` when it is missing. One process uses it at a time. */
export function makeIntentFiles(directory: string): IntentLog {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const fileOf = (partition: number) => path.join(directory, `plan-${partition}.json`);
  return {
    read: async (partition) => {
      const file = fileOf(partition);
      try {
        return intentOf(file, await readFile(file, 'utf8'));
      } catch (error) {
        if (hasErrorCode(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    record: (intent) => replaceFile(fileOf(intent.partition), `${JSON.stringify(intent)}\n`),
    partitions: async () =>
      (await readdir(directory))
        .flatMap((name) => NAME.exec(name)?.[1] ?? [])
        .map(Number)
        .sort((a, b) => a - b),
  };
}
