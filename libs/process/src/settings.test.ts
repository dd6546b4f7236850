import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  validateFile,
  readSettings,
  SettingsError,
  settingsOf,
  type SettingsOf,
  type SettingsProperties,
} from './settings';

const properties = {
  KURZ_NAME: { type: 'string' },
  KURZ_COUNT: { type: 'integer', minimum: 1, default: 5 },
  KURZ_FLAG: { type: 'boolean', default: true },
  KURZ_SECRET: { type: 'string', optional: true },
} as const satisfies SettingsProperties;

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function faultsOf(environment: Record<string, string>, validated?: SettingsProperties): string[] {
  try {
    readSettings({ ...properties, ...validated }, environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

test('What is unset or empty takes its default, and text becomes what the schema says', () => {
  const settings = readSettings(properties, { KURZ_NAME: 'x', KURZ_COUNT: '', KURZ_FLAG: 'false' });
  expect(settings).toEqual({ KURZ_NAME: 'x', KURZ_COUNT: 5, KURZ_FLAG: false });
  expect(Object.isFrozen(settings)).toBe(true);
});

test('A secret may stand in a file', () => {
  const file = path.join(folder, 'secret');
  writeFileSync(file, 'geheim\n');
  expect(readSettings(properties, { KURZ_NAME: 'x', KURZ_SECRET_FILE: file }).KURZ_SECRET).toBe('geheim');
});

test('Every fault is listed: what is missing, what is no number, what a validator finds, a file that is not there', () => {
  const validated = { KURZ_COUNT: { ...properties.KURZ_COUNT, validate: () => ['is odd'] } };
  const environment = { KURZ_COUNT: 'many', KURZ_FLAG: 'perhaps', KURZ_SECRET_FILE: `${folder}/absent` };
  expect(faultsOf(environment, validated)).toEqual([
    expect.stringMatching(/^KURZ_SECRET_FILE cannot be read/),
    'KURZ_NAME is missing',
    'KURZ_COUNT must be integer',
    'KURZ_FLAG must be boolean',
    'KURZ_COUNT is odd',
  ]);
});

test('A validator is not called for an unset variable', () => {
  const validated = { KURZ_SECRET: { ...properties.KURZ_SECRET, validate: () => ['is never good'] } };
  expect(faultsOf({ KURZ_NAME: 'x' }, validated)).toEqual([]);
});

test('A validator gets all that is set', () => {
  const validated: SettingsProperties = {
    KURZ_NAME: { type: 'string', validate: (text, { KURZ_COUNT }) => [`${text} ${KURZ_COUNT}`] },
  };
  expect(faultsOf({ KURZ_NAME: 'x', KURZ_COUNT: '7' }, validated)).toEqual(['KURZ_NAME x 7']);
});

test('A value and a file for the same name are a fault', () => {
  expect(faultsOf({ KURZ_NAME: 'x', KURZ_NAME_FILE: '/x' })).toContain(
    'KURZ_NAME and KURZ_NAME_FILE are both set',
  );
});

test('Of two settings that may stand for each other one is required', () => {
  const either: SettingsProperties = {
    KURZ_ONE: { type: 'string', optional: true, unless: 'KURZ_MANY' },
    KURZ_MANY: { type: 'string', optional: true },
  };
  expect(faultsOf({ KURZ_NAME: 'x' }, either)).toEqual(['KURZ_ONE is missing']);
  expect(faultsOf({ KURZ_NAME: 'x', KURZ_ONE: '1' }, either)).toEqual([]);
  expect(faultsOf({ KURZ_NAME: 'x', KURZ_MANY: '2' }, either)).toEqual([]);
});

describe('A setting with a former name', () => {
  const renamed = {
    KURZ_NEW: { type: 'integer', default: 5, formerly: 'KURZ_OLD' },
  } as const satisfies SettingsProperties;
  const read = (environment: Record<string, string>) => {
    const said: string[] = [];
    const settings = readSettings(renamed, environment, (former, name) => said.push(`${former} ${name}`));
    return { value: settings.KURZ_NEW, said };
  };

  test('is read under that name, which is said', () => {
    expect(read({ KURZ_OLD: '7' })).toEqual({ value: 7, said: ['KURZ_OLD KURZ_NEW'] });
    expect(read({ KURZ_OLD: '7', KURZ_NEW: '' }).value).toBe(7);
  });

  test('takes the new name first, and says nothing then', () => {
    expect(read({ KURZ_OLD: '7', KURZ_NEW: '8' })).toEqual({ value: 8, said: [] });
    expect(read({})).toEqual({ value: 5, said: [] });
  });

  test('may stand in a file under either name', () => {
    const file = path.join(folder, 'number');
    writeFileSync(file, '9\n');
    expect(read({ KURZ_OLD_FILE: file }).value).toBe(9);
  });
});

test('The type is derived: words of a list, numbers, booleans, and what may be absent', () => {
  const settings: SettingsOf<{
    KURZ_LEVEL: { type: 'string'; enum: readonly ['low', 'high'] };
    KURZ_LIMIT: { type: 'integer'; optional: true };
  }> = { KURZ_LEVEL: 'low', KURZ_LIMIT: undefined };
  // @ts-expect-error it is no word of the list
  const other: typeof settings = { ...settings, KURZ_LEVEL: 'lower' };
  const limit: number | undefined = settings.KURZ_LIMIT;
  expect([other.KURZ_LEVEL, limit]).toEqual(['lower', undefined]);
});

test('A file that must be there is looked for from the root', () => {
  writeFileSync(path.join(folder, 'there'), '');
  expect(validateFile(folder)('there', {})).toEqual([]);
  expect(validateFile(folder)('elsewhere', {})).toEqual(['elsewhere: there is no such file']);
});

describe('Settings that code gives', () => {
  const limits = {
    most: { type: 'integer', minimum: 1, default: 7 },
    least: { type: 'integer', minimum: 0, default: 0 },
  } as const satisfies SettingsProperties;

  test('take the default where nothing is given, and are frozen', () => {
    const settings = settingsOf(limits, { least: 3, most: undefined });
    expect(settings).toEqual({ most: 7, least: 3 });
    expect(Object.isFrozen(settings)).toBe(true);
  });

  test('list every fault', () => {
    expect(() => settingsOf(limits, { least: -1, most: 1.5 })).toThrow(
      new SettingsError(['most must be integer', 'least must be >= 0']),
    );
  });
});
