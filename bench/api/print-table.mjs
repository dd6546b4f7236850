// Prints the results of all rounds as one table of medians, with the machine that they were measured on.

import os from 'node:os';
import { medianOf } from './measure.mjs';

// the CPU time of the server's process tells a costly request from a busy machine
const COLUMNS = [
  'case',
  'connections',
  'requests/s',
  'x bare',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'requests',
  'to reach',
];
const digits = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(0));

/** A ratio is taken within a round, against the bare handler of the same round. */
function rowOf({ name, connections, goal, isCompared, rounds }, bareRounds) {
  const median = (key) => digits(medianOf(rounds.map((round) => round[key])));
  const ratios = rounds.map(({ rate }, round) => rate / bareRounds[round].rate);
  return [
    name,
    String(connections),
    median('rate'),
    isCompared ? medianOf(ratios).toFixed(2) : '',
    median('p50'),
    median('p99'),
    median('cpu'),
    String(rounds.reduce((sum, { count }) => sum + count, 0)),
    goal ?? '',
  ];
}

export function printTable(results, { seeded, seconds, rounds }) {
  const rows = results.map((result) => rowOf(result, results[0].rounds));
  const widths = COLUMNS.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at].length)));
  const lineOf = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  const [cpu] = os.cpus();
  console.log(
    `\nNode ${process.version}, ${os.cpus().length} x ${cpu?.model.trim()}, load ${os.loadavg()[0].toFixed(1)}`,
  );
  console.log(
    `${seeded.linkCount} links and ${seeded.taggedCount} tagged ones in PostgreSQL, ${seeded.rows} aggregate rows in ClickHouse; ` +
      `medians of ${rounds} rounds of ${seconds} s, interleaved; server, load and stores share the machine\n`,
  );
  console.log(lineOf(COLUMNS));
  console.log(lineOf(widths.map((width) => '-'.repeat(width))));
  for (const row of rows) console.log(lineOf(row));
}
