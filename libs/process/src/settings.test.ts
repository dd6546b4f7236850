import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { JSONSchemaType } from 'ajv';
import { readSettings, SettingsError, type SettingsJudges } from './settings';

type Sample = { KURZ_NAME: string; KURZ_COUNT: number; KURZ_FLAG: boolean; KURZ_SECRET?: string };

const schema: JSONSchemaType<Sample> = {
  type: 'object',
  required: ['KURZ_NAME', 'KURZ_COUNT', 'KURZ_FLAG'],
  properties: {
    KURZ_NAME: { type: 'string' },
    KURZ_COUNT: { type: 'integer', minimum: 1, default: 5 },
    KURZ_FLAG: { type: 'boolean', default: true },
    KURZ_SECRET: { type: 'string', nullable: true },
  },
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function faultsOf(environment: Record<string, string>, judges?: SettingsJudges): string[] {
  try {
    readSettings(schema, environment, judges);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

test('What is unset or empty takes its default, and text becomes what the schema says', () => {
  const settings = readSettings(schema, { KURZ_NAME: 'x', KURZ_COUNT: '', KURZ_FLAG: 'false' });
  expect(settings).toEqual({ KURZ_NAME: 'x', KURZ_COUNT: 5, KURZ_FLAG: false });
  expect(Object.isFrozen(settings)).toBe(true);
});

test('A secret may stand in a file', () => {
  const file = path.join(folder, 'secret');
  writeFileSync(file, 'geheim\n');
  expect(readSettings(schema, { KURZ_NAME: 'x', KURZ_SECRET_FILE: file }).KURZ_SECRET).toBe('geheim');
});

test('Every fault is listed: what is missing, what is no number, what a judge finds, a file that is not there', () => {
  const judges = { KURZ_COUNT: () => ['is odd'] };
  const environment = { KURZ_COUNT: 'many', KURZ_FLAG: 'perhaps', KURZ_SECRET_FILE: `${folder}/absent` };
  expect(faultsOf(environment, judges)).toEqual([
    expect.stringMatching(/^KURZ_SECRET_FILE cannot be read/),
    'KURZ_COUNT is odd',
    'KURZ_NAME is missing',
    'KURZ_COUNT must be integer',
    'KURZ_FLAG must be boolean',
  ]);
});

test('A judge is not asked about what is unset', () => {
  expect(faultsOf({ KURZ_NAME: 'x' }, { KURZ_SECRET: () => ['is never good'] })).toEqual([]);
});

test('A judge sees what else is set', () => {
  const judges: SettingsJudges = { KURZ_NAME: (text, { KURZ_COUNT }) => [`${text} ${KURZ_COUNT}`] };
  expect(faultsOf({ KURZ_NAME: 'x', KURZ_COUNT: '7' }, judges)).toEqual(['KURZ_NAME x 7']);
});

test('A value and a file for the same name are a fault', () => {
  expect(faultsOf({ KURZ_NAME: 'x', KURZ_NAME_FILE: '/x' })).toContain(
    'KURZ_NAME and KURZ_NAME_FILE are both set',
  );
});

describe('A setting with a former name', () => {
  const renamed: JSONSchemaType<{ KURZ_NEW: number }> = {
    type: 'object',
    required: ['KURZ_NEW'],
    properties: { KURZ_NEW: { type: 'integer', default: 5, formerly: 'KURZ_OLD' } },
  };
  const read = (environment: Record<string, string>) => {
    const said: string[] = [];
    const settings = readSettings(renamed, environment, {}, (former, name) => said.push(`${former} ${name}`));
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
