// Prints the cost of the stages as one table: µs of CPU per visit, medians of all batches, and how many visits a second
// one core classifies and aggregates. The ratio is to JSON.parse of the same visit, in the same run.

import os from 'node:os';

const STAGES = [
  'decode',
  'agent',
  'country',
  'classify',
  'aggregate',
  'rows',
  'additions',
  'hits',
  'JSON.parse',
];

export function medianOf(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function rowOf({ name, batches }) {
  const of = (stage) => medianOf(batches.map(({ took }) => took[stage]));
  const both = of('classify') + of('aggregate');
  return [
    name,
    ...STAGES.map((stage) => of(stage).toFixed(2)),
    medianOf(batches.map(({ rows }) => rows)).toFixed(2),
    (both / of('JSON.parse')).toFixed(2),
    Math.round(1e6 / both).toLocaleString('en-US'),
  ];
}

export function printStages(results) {
  const titles = ['visits of', ...STAGES, 'rows/visit', 'x JSON.parse', 'classify + aggregate, visits/s'];
  const rows = results.map(rowOf);
  const widths = titles.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at].length)));
  const lineOf = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  console.log(
    `\nNode ${process.version}, ${os.cpus().length} x ${os.cpus()[0]?.model.trim()}, load ${os.loadavg()[0].toFixed(1)}; ` +
      `medians of ${results[0].batches.length} batches of 10,000 visits, interleaved; µs of CPU a visit\n`,
  );
  console.log(lineOf(titles));
  console.log(lineOf(widths.map((width) => '-'.repeat(width))));
  for (const row of rows) console.log(lineOf(row));
}
