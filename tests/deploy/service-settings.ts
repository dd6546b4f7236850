// Which settings each program reads. Its own settings reader runs, and the properties that it passes to readSettings
// are recorded.

import type * as KurzProcess from '@kurz/process';

export type Program = 'redirector' | 'ingester' | 'api' | 'admin' | 'embedded' | 'stack';

export type ServiceSettings = {
  /** All variables with their defaults; undefined means no default. */
  defaults: Map<string, unknown>;
  required: string[];
  /** All faults in an environment. */
  faultsOf: (environment: Record<string, string>) => string[];
};

type Environment = Record<string, string | undefined>;
type Reader = (environment: Environment) => unknown;
type Properties = Parameters<(typeof KurzProcess)['readSettings']>[0];

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
  stack: [{ module: '../../services/stack/src/topology/stack-settings', name: 'readStackSettings' }],
  admin: [{ module: '../../services/admin/src/settings/admin-settings', name: 'readAdminSettings' }],
};

const isReader = (value: unknown): value is Reader => typeof value === 'function';

function noteProperties({ module, name }: Place): { read: Reader; noted: Properties[] } {
  const noted: Properties[] = [];
  let found: unknown;
  jest.isolateModules(() => {
    const actual = jest.requireActual<typeof KurzProcess>('@kurz/process');
    const readSettings = (...given: Parameters<typeof actual.readSettings>) => {
      noted.push(given[0]);
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

function readSettingsOf(program: Program): ServiceSettings {
  const readers = READERS[program].map(noteProperties);
  const faultsOf = (environment: Environment) =>
    readers.flatMap(({ read }) => faultsOfReading(read, environment));
  faultsOf({});
  const properties = readers.flatMap(({ noted }) => noted).flatMap((each) => Object.entries(each));
  return {
    defaults: new Map(properties.map(([name, property]): [string, unknown] => [name, property.default])),
    required: properties
      .filter(
        ([, { optional, unless, default: byDefault }]) => unless ?? (!optional && byDefault === undefined),
      )
      .map(([name]) => name),
    faultsOf,
  };
}

const known = new Map<Program, ServiceSettings>();

/** Cached, because it loads the modules of a reader anew. */
export function settingsOf(program: Program): ServiceSettings {
  const settings = known.get(program) ?? readSettingsOf(program);
  known.set(program, settings);
  return settings;
}
