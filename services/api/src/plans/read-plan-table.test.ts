import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { builtInPlans } from './plan-table';
import { readPlanTable } from './read-plan-table';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-plans-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileWith = (text: string) => {
  const file = path.join(folder, 'plans.json');
  writeFileSync(file, text);
  return file;
};

test('a file changes the limits that it names and leaves the others', () => {
  const outcome = readPlanTable(fileWith('{"pro":{"linksPerMonth":7},"free":{"hasApi":false}}'));
  expect(outcome).toEqual({
    kind: 'plans',
    plans: { ...builtInPlans, pro: { ...builtInPlans.pro, linksPerMonth: 7 } },
  });
});

test.each([
  ['an unknown plan', '{"gold":{}}', /must not have "gold"/],
  ['an unknown limit', '{"pro":{"linksPerMoth":7}}', /pro must not have "linksPerMoth"/],
  ['a negative limit', '{"pro":{"linksPerMonth":-1}}', /linksPerMonth.*>= 0/],
  ['a text for a number', '{"pro":{"linksPerMonth":"7"}}', /linksPerMonth.*integer/],
  ['a batch above the contract’s 100', '{"pro":{"batchMaxLinks":101}}', /batchMaxLinks.*<= 100/],
  [
    'a limit that JSON does not carry exactly',
    '{"pro":{"linksPerMonth":9007199254740992}}',
    /linksPerMonth.*<=/,
  ],
  ['a list', '[]', /object/],
  ['no JSON', '{', /JSON/],
  ['an API without requests', '{"free":{"hasApi":true}}', /free has the API but no requestsPerMinute/],
])('%s is refused with its fault', (_, text, fault) => {
  const outcome = readPlanTable(fileWith(text));
  expect(outcome.kind).toBe('faulty');
  expect(outcome.kind === 'faulty' && outcome.faults.join('\n')).toMatch(fault);
});

test('a file that is not there is refused', () => {
  expect(readPlanTable(path.join(folder, 'absent.json')).kind).toBe('faulty');
});

test('all faults are named at once', () => {
  const outcome = readPlanTable(fileWith('{"pro":{"linksPerMonth":-1,"customDomains":1.5}}'));
  expect(outcome.kind === 'faulty' && outcome.faults).toHaveLength(2);
});
