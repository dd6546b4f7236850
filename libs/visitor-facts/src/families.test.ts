// Browser, device and OS of hand-collected agents: each line of people-agents.tsv holds the expected families.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { browserOf } from './browser-of';
import { deviceOf } from './device-of';
import { browserFamilies, deviceFamilies, osFamilies } from './names';
import { osOf } from './os-of';

const people = readFileSync(join(__dirname, 'people-agents.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'));

test.each(people)('%s on %s, %s: %s', (browser, os, device, agent = '') => {
  expect({ browser: browserOf(agent), os: osOf(agent), device: deviceOf(agent) }).toEqual({
    browser,
    os,
    device,
  });
});

test('what no rule knows is `other`', () => {
  for (const agent of ['', 'x', 'Mozilla/5.0', '\u0000\uffff', '🦊'.repeat(100)]) {
    expect([browserOf(agent), osOf(agent), deviceOf(agent)]).toEqual(['other', 'other', 'other']);
  }
});

test('the families are a closed list of one name each', () => {
  expect([...deviceFamilies].sort()).toEqual(['console', 'desktop', 'mobile', 'other', 'tablet', 'tv']);
  for (const families of [browserFamilies, osFamilies]) {
    expect(families.has('other')).toBe(true);
    expect(families.size).toBeLessThan(100);
  }
});
