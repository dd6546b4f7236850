// What each program takes from the environment, by asking its own reader: the schemas it hands to readSettings are
// noted on their way.

import type * as KurzProcess from '@kurz/process';

export type Program = 'redirector' | 'ingester' | 'api' | 'admin' | 'embedded';

export type ServiceSettings = {
  /** Every variable, with its default; undefined: none. */
  defaults: Map<string, unknown>;
  required: string[];
  /** All that is wrong with an environment. */
  faultsOf: (environment: Record<string, string>) => string[];
};

type Environment = Record<string, string | undefined>;
type Reader = (environment: Environment) => unknown;
type Schema = { properties: Record<string, { default?: unknown }>; required?: readonly string[] };

type Place = { module: string; name: string };

const READERS: Record<Program, Place[]> = {
  redirector: [
    { module: '../../services/redirector/src/settings/process-settings', name: 'readProcessSettings' },
  ],
  ingester: [{ module: '../../services/ingester/src/settings', name: 'readProcessSettings' }],
  api: [{ module: '../../services/api/src/settings', name: 'readProcessSettings' }],
  embedded: [
    {
      module: '../../services/standalone/src/settings/standalone-settings',
      name: 'readStandaloneSettings',
    },
  ],
  admin: [{ module: '../../services/admin/src/settings/admin-settings', name: 'readAdminSettings' }],
};

const isReader = (value: unknown): value is Reader => typeof value === 'function';

function noteSchemas({ module, name }: Place): { read: Reader; noted: Schema[] } {
  const noted: Schema[] = [];
  let found: unknown;
  jest.isolateModules(() => {
    const actual = jest.requireActual<typeof KurzProcess>('@kurz/process');
    const readSettings = (...given: Parameters<typeof actual.readSettings>) => {
      // the reader has typed it as a schema of an object
      noted.push(given[0] as Schema);
      return actual.readSettings(...given);
    };
    jest.doMock('@kurz/process', () => ({ ...actual, readSettings }));
    found = jest.requireActual<Record<string, unknown>>(module)[name];
  });
  if (!isReader(found)) throw new Error(`${module} has no ${name}`);
  return { read: found, noted };
}

/** The faults that a reader lists. */
function faultsOfReading(read: Reader, environment: Environment): string[] {
  try {
    read(environment);
    return [];
  } catch (error) {
    if (error instanceof Error && 'faults' in error && Array.isArray(error.faults))
      return error.faults.map(String);
    throw error;
  }
}

export function settingsOf(program: Program): ServiceSettings {
  const readers = READERS[program].map(noteSchemas);
  const faultsOf = (environment: Environment) =>
    readers.flatMap(({ read }) => faultsOfReading(read, environment));
  faultsOf({});
  const schemas = readers.flatMap(({ noted }) => [...noted]);
  return {
    defaults: new Map(
      schemas.flatMap(({ properties }) =>
        Object.entries(properties).map(([name, property]): [string, unknown] => [name, property.default]),
      ),
    ),
    required: schemas
      .flatMap(({ required = [] }) => required)
      .filter((name) => schemas.every(({ properties }) => properties[name]?.default === undefined)),
    faultsOf,
  };
}
