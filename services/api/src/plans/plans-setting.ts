// The setting KURZ_PLANS, as every program reads it: a JSON file with those limits that differ from the built-in table.

import path from 'node:path';
import { SettingsError, type SettingsProperties } from '@kurz/process';
import type { PlanTable } from './plan-table';
import { readPlanTable } from './read-plan-table';

/** A relative path is resolved from `root`. */
export const plansProperty = (root: string) =>
  ({
    type: 'string',
    optional: true,
    validate: (file) => {
      const outcome = readPlanTable(path.resolve(root, file));
      return outcome.kind === 'faulty' ? outcome.faults : [];
    },
  }) as const satisfies SettingsProperties[string];

/** Undefined means the built-in table. @throws SettingsError when the file became faulty after its validation. */
export function plansOf(file: string | undefined, root: string): PlanTable | undefined {
  if (file === undefined) return undefined;
  const outcome = readPlanTable(path.resolve(root, file));
  if (outcome.kind === 'plans') return outcome.plans;
  throw new SettingsError(outcome.faults.map((fault) => `KURZ_PLANS ${fault}`));
}
