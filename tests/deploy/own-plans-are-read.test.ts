// The format of KURZ_PLANS in docs/operating.md: the services' reader accepts its example, and the table of limits has
// the limits that the reader knows.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { builtInPlans } from '../../services/api/src/plans/plan-table';
import { readPlanTable } from '../../services/api/src/plans/read-plan-table';
import { readText } from './deploy-files';

const [, after = ''] = readText('docs/operating.md').split('**Plans of your own.**');
const [text = ''] = after.split('\n**');
const [, example = ''] = /```json\n([^`]+)```/.exec(text) ?? [];
const limits = Object.entries(builtInPlans.pro);

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-own-plans-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(plans: unknown) {
  const file = path.join(folder, 'plans.json');
  writeFileSync(file, JSON.stringify(plans));
  return readPlanTable(file);
}

it('has an example that is read, and changes what it names alone', () => {
  const changes: unknown = JSON.parse(example);
  expect(read(changes)).toMatchObject({ kind: 'plans', plans: changes });
  expect(read(changes)).toMatchObject({ plans: { pro: builtInPlans.pro } });
  expect(changes).toMatchObject({ business: expect.any(Object) as object });
  const { business } = JSON.parse(example) as { business: object };
  expect(Object.keys(business)).toEqual(limits.map(([name]) => name));
});

const rows = [...text.matchAll(/^\| `(\w+)` +\| ([^|]+?) +\|/gm)].map(([, name = '', value = '']) => [
  name,
  value,
]);

it('lists each limit with the values that it takes', () => {
  expect(rows.map(([name]) => name)).toEqual(limits.map(([name]) => name));
  for (const [name = '', value] of rows) {
    const taken = {
      'true or false': [true, false],
      'whole number, 0 or more': [0, 10 ** 9],
      'whole number, 0–100': [0, 100],
    };
    const refused = {
      'true or false': [1, 'yes'],
      'whole number, 0 or more': [-1, 1.5, '1'],
      'whole number, 0–100': [-1, 101],
    };
    const kindOf = (given: unknown) => read({ free: { [name]: given, hasApi: false } }).kind;
    const isKnown = (key: string | undefined): key is keyof typeof taken => key !== undefined && key in taken;
    if (!isKnown(value)) throw new Error(`${name} has the value ${value}`);
    if (name !== 'hasApi') expect(taken[value].map(kindOf)).toEqual(taken[value].map(() => 'plans'));
    if (name !== 'hasApi') expect(refused[value].map(kindOf)).toEqual(refused[value].map(() => 'faulty'));
  }
});

it('names the plans that there are', () => {
  const names = Object.keys(builtInPlans).map((name) => `\`${name}\``);
  expect(text.replace(/\s+/g, ' ')).toContain(
    `The plans are ${names.slice(0, -1).join(', ')} and ${names.at(-1)}; there are no others.`,
  );
});
