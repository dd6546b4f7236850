// A container as the tests compare it, whether Compose or Kubernetes starts it.

import type { Program } from './service-settings';

export type DeployedContainer = {
  name: string;
  program: Exclude<Program, 'embedded' | 'stack'>;
  /** Variables for this container alone. */
  own: Record<string, string>;
  /** Variables for all containers; a program reads those that it knows. */
  shared: Record<string, string>;
  /** The paths at which it reads its secrets. */
  secrets: string[];
  /** Published ports, by their purpose. */
  ports: Record<string, number>;
};

const PROGRAMS: Record<string, DeployedContainer['program']> = {
  'services/redirector/dist/main.js': 'redirector',
  'services/ingester/dist/main.js': 'ingester',
  'services/api/dist/main.js': 'api',
  'services/admin/dist/main.js': 'admin',
};

export const programOf = (args: readonly string[]): DeployedContainer['program'] | undefined =>
  args.map((arg) => PROGRAMS[arg]).find((program) => program !== undefined);

/** The settings that a program sees, with the paths of secrets replaced by those of a test. */
export const environmentOf = (
  { own, shared }: DeployedContainer,
  secretAt: (file: string) => string,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...shared, ...own })
      .filter(([name]) => name.startsWith('KURZ_'))
      .map(([name, value]) => [name, name.endsWith('_FILE') ? secretAt(value) : value]),
  );

export const settingNameOf = (variable: string) => variable.replace(/_FILE$/, '');
