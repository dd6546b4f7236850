// Keeps each partition's plan in a file of the state directory. A file stays when its partition is finished: it is what
// keeps an import whose folder comes back (from a backup) from being counted again.

import { mkdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '@kurz/process';
import type { Plan, PlanStore } from './plan-store';
import { replaceFile } from './replace-file';

const NAME = /^plan-(\d+)\.json$/;

const isPosition = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** Throws rather than begin anew: a wrong position counts visits twice or never. */
function planOf(file: string, text: string): Plan {
  const broken = () => new Error(`${file} is not a plan`);
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
export function makePlanFiles(directory: string): PlanStore {
  mkdirSync(directory, { recursive: true });
  const fileOf = (partition: number) => path.join(directory, `plan-${partition}.json`);
  return {
    read: async (partition) => {
      const file = fileOf(partition);
      try {
        return planOf(file, await readFile(file, 'utf8'));
      } catch (error) {
        if (hasErrorCode(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    record: (plan) => replaceFile(fileOf(plan.partition), `${JSON.stringify(plan)}\n`),
    partitions: async () =>
      (await readdir(directory))
        .flatMap((name) => NAME.exec(name)?.[1] ?? [])
        .map(Number)
        .sort((a, b) => a - b),
  };
}
