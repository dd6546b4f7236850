// The regression guard: runs the recorded cases of the redirector's quick bench, prints their ratios beside the
// recorded ratios, and fails when a ratio is below two thirds of its record. `-- --record` writes the record instead.

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../services/standalone/bin/prepare.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const RECORD = path.join(HERE, 'recorded.json');
const MIN_SHARE = 2 / 3;
/** A bad result is measured once more, because the machine may have been busy with something else. */
const TRIES = 2;
/** These cases are rate-limited on every machine, so their ratio would measure the bare server only. */
const BOUNDED = ['unknown'];

/** `words`: further arguments of the bench. */
async function runBench(...words) {
  const bench = path.join(HERE, 'redirector', 'bench.mjs');
  const child = spawn(process.execPath, [bench, '--quick', '--json', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) output += chunk;
  const lines = output.trimEnd().split('\n');
  console.log(lines.slice(0, -1).join('\n'));
  return JSON.parse(lines.at(-1));
}

function fallenIn({ ratios }, recorded) {
  const names = Object.keys(recorded.ratios);
  return names.filter((name) => !(ratios[name] >= recorded.ratios[name] * MIN_SHARE));
}

await prepare({ root: path.join(HERE, '..') });
if (process.argv.includes('--record')) {
  const { ratios, cpuRatios, context } = await runBench();
  for (const name of BOUNDED) delete ratios[name];
  const record = { date: new Date().toISOString().slice(0, 10), ratios, cpuRatios, context };
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
} else {
  const recorded = JSON.parse(readFileSync(RECORD, 'utf8'));
  let fallen = [];
  for (let time = 0; time < TRIES; time++) {
    const measured = await runBench('--unpaced', ...Object.keys(recorded.ratios));
    fallen = fallenIn(measured, recorded);
    for (const [name, ratio] of Object.entries(recorded.ratios)) {
      console.log(`${name}: ${measured.ratios[name]?.toFixed(2)} of bare, recorded ${ratio.toFixed(2)}`);
    }
    if (fallen.length === 0) break;
  }
  if (fallen.length > 0) {
    console.log(`failed: under two thirds of the record: ${fallen.join(', ')}`);
    process.exitCode = 1;
  }
}
