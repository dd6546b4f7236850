// A container as the tests compare it, whether Compose or Kubernetes starts it.

import type { Program } from './service-settings';

export type DeployedContainer = {
  name: string;
  program: Exclude<Program, 'embedded' | 'stack'>;
  /** Given to this container alone. */
  own: Record<string, string>;
  /** Given to all; a program takes what it knows. */
  shared: Record<string, string>;
  /** Where it finds its secrets, by the path it reads them at. */
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

/** The settings a program sees, the paths of secrets put where a test has them. */
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
