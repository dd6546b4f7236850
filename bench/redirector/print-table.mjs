// Prints the results of all rounds as one table of medians, with the machine that they were measured on.

import os from 'node:os';
import { medianOf } from './measure.mjs';
import { generator } from './run-load.mjs';

const COLUMNS = [
  'case',
  'requests/s',
  'x bare',
  'CPU µs',
  'CPU x bare',
  'p50 ms',
  'p99 ms',
  'p99 at 20k/s',
  'RSS MiB',
  'requests',
];
const digits = (value) => {
  if (value === Infinity) return 'behind';
  return value < 100 ? value.toFixed(2) : value.toFixed(0);
};

/** A ratio is taken within a round, against the bare server of the same round. */
export function ratiosOf(result, bare) {
  const ratio = (key) => medianOf(result.rounds.map((round, at) => round[key] / bare.rounds[at][key]));
  return { rate: ratio('rate'), cpu: ratio('cpu') };
}

function rowOf(result, bare) {
  const median = (key) => digits(medianOf(result.rounds.map((round) => round[key])));
  const { rate, cpu } = ratiosOf(result, bare);
  return [
    result.title,
    median('rate'),
    // a case with a fixed rate is compared with another case of that rate, not with the bare server's maximum
    result.rate ? '' : rate.toFixed(2),
    median('cpu'),
    result.rate ? '' : cpu.toFixed(2),
    median('p50'),
    median('p99'),
    result.isPaced ? digits(medianOf(result.rounds.map(({ atRate }) => atRate.p99))) : '',
    median('rss'),
    String(result.rounds.reduce((sum, { requests }) => sum + requests, 0)),
  ];
}

export function contextOf({ rounds, seconds }) {
  return {
    cpu: os.cpus()[0]?.model.trim(),
    cores: os.cpus().length,
    node: process.version,
    load: Number(os.loadavg()[0].toFixed(1)),
    generator,
    rounds,
    seconds,
  };
}

export function printTable(results, context) {
  const [bare] = results;
  const rows = results.map((result) => rowOf(result, bare));
  const widths = COLUMNS.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at].length)));
  const lineOf = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  console.log(
    `\nNode ${context.node}, ${context.cores} x ${context.cpu}, load ${context.load}; ${context.generator}, ` +
      `64 connections; medians of ${context.rounds} rounds of ${context.seconds} s, interleaved\n`,
  );
  console.log(lineOf(COLUMNS));
  console.log(lineOf(widths.map((width) => '-'.repeat(width))));
  for (const row of rows) console.log(lineOf(row));
}
