// Compares the fast way through the rules with the slow one, for agents that others collected and for odd ones.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import crawlers from 'crawler-user-agents';
import fc from 'fast-check';

import { browserOf } from './browser-of';
import { browserRules } from './browser-rules';
import { firstFamily } from './first-family';
import { makeFamilyOf } from './make-family-of';
import { osOf } from './os-of';
import { osRules } from './os-rules';

/** The parts of which an agent is composed: a piece of each pattern, as it is written. */
const pieces = [...browserRules, ...osRules].flatMap(([, { source }]) =>
  source.split('|').map((piece) => piece.replace(/\\[bdw]|[\\()?:^$]|\[[^\]]*\]|\{[^}]*\}/g, '')),
);

const expectTheSame = (agent: string) => {
  expect(`${agent} ${browserOf(agent)}`).toBe(`${agent} ${firstFamily(browserRules, agent)}`);
  expect(`${agent} ${osOf(agent)}`).toBe(`${agent} ${firstFamily(osRules, agent)}`);
};

test('real agents have the family of the first rule that matches', () => {
  const file = join(dirname(require.resolve('user-agents')), 'user-agents.json');
  const texts = readFileSync(file, 'utf8').matchAll(/"userAgent":\s*"([^"\\]*)"/g);
  const browsers = new Set([...texts].map(([, agent = '']) => agent));
  expect(browsers.size).toBeGreaterThan(900);
  for (const agent of browsers) expectTheSame(agent);
  for (const { instances } of crawlers) for (const agent of instances) expectTheSame(agent);
});

test('so have agents put together from the words of all rules, in any order and case', () => {
  const word = fc.constantFrom(...pieces, 'Mozilla/5.0', 'Mobile/15E148', ' ', '; ', '/1.0');
  const agentOf = fc.tuple(fc.array(word, { maxLength: 6 }), fc.constantFrom('as is', 'lower', 'upper'));
  fc.assert(
    fc.property(agentOf, ([words, letters]) => {
      const agent = words.join(' ');
      if (letters === 'as is') expectTheSame(agent);
      else expectTheSame(letters === 'lower' ? agent.toLowerCase() : agent.toUpperCase());
    }),
    { numRuns: 5_000 },
  );
});

test('rules that cannot be joined are refused when the process starts', () => {
  expect(() => makeFamilyOf([['X', /x/g]], 'X')).toThrow('X');
  expect(() => makeFamilyOf([['X', /x/]], 'Y')).toThrow('Y');
});
