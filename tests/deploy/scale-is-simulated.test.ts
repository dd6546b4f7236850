// docs/scale.md has the simulation's results, and the simulation's inputs are figures measured in the documents.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { readText, ROOT } from './deploy-files';

type Row = Record<string, string>;
type Simulated = {
  figures: Record<string, { value: number; file: string; text: string }>;
  outages: Row[];
  caches: Row[];
  totals: Record<string, number>;
};

const SIMULATE = path.join(ROOT, 'bench', 'simulate', 'simulate.mjs');
const { stdout, status } = spawnSync(process.execPath, [SIMULATE, '--json'], { encoding: 'utf8' });
const simulated = JSON.parse(stdout) as Simulated;

const inOneLine = (text: string) => text.replace(/\s+/g, ' ');
const guide = inOneLine(readText('docs/scale.md'));

it('runs', () => {
  expect(status).toBe(0);
  expect(Object.keys(simulated.figures).length).toBeGreaterThan(8);
});

it.each(Object.entries(simulated.figures))('%s stands in the document that it is from', (_, figure) => {
  const { file, text, value } = figure;
  expect(inOneLine(readText(file))).toContain(text);
  const spellings = [value, value / 1e3, value.toLocaleString('en')].map(String);
  expect(spellings.some((spelling) => text.includes(spelling))).toBe(true);
});

it.each([...simulated.outages, ...simulated.caches].map((row) => [Object.values(row)]))(
  'the row of %j is in the guide',
  (cells) => {
    expect(guide).toContain(`| ${cells.join(' | ')} |`);
  },
);

it('the totals are in the guide', () => {
  const { postgresGb, redisGb, workers, clickHouseCores, redisCores, kafkaMbPerSecond } = simulated.totals;
  for (const text of [
    `**PostgreSQL**: ${postgresGb} GB`,
    `**Redis**: ${redisGb} GB`,
    `${workers} workers`,
    `${clickHouseCores} cores of ClickHouse`,
    `${redisCores} of Redis`,
    `**Kafka** takes ${kafkaMbPerSecond} MB/s`,
  ])
    expect(guide).toContain(text);
});
