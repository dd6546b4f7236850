// `node bench/ship.mjs [millions of visits, 2]`: how fast a backlog gets from the journal into Kafka, what a visit
// costs, and how much it delays the answering thread. Compares shipping in a thread with shipping in a process. Judges
// nothing.

import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { mkdtempSync, rmSync } from 'node:fs';
import { prepare } from '../services/standalone/bin/prepare.mjs';
import { prepareBackends } from '../tests/prepare-backends.mjs';
import { copyBacklog } from './ship/copy-backlog.mjs';
import { runShipping } from './ship/run-shipping.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const TOPIC = 'kurz.clicks';
const ROUNDS = 3;
/** Answers a second of the answering thread meanwhile, 14 µs each. */
const LOADS = [0, 20_000];

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

function print(results, visits) {
  console.log(
    `\n${visits} visits, ${ROUNDS} rounds, medians; ${os.cpus()[0].model}, ${os.cpus().length} cores, Node ${process.version}`,
  );
  console.log('shipping in  answers/s  visits/s   CPU µs/visit  lateness p50 / p99 ms');
  for (const { mode, load, rounds } of results) {
    const of = (key) => median(rounds.map((round) => round[key]));
    const ship =
      mode === 'nothing' ? ['-', '-'] : [of('visitsPerSecond').toFixed(0), of('cpuPerVisit').toFixed(2)];
    console.log(
      [mode.padEnd(12), String(load).padEnd(10), ship[0].padEnd(10), ship[1].padEnd(13)].join(' '),
      `${of('p50').toFixed(2)} / ${of('p99').toFixed(2)}`,
    );
  }
}

async function main(millions) {
  await prepare({ root: path.join(HERE, '..') });
  await prepareBackends();
  const { startKafka } = createRequire(import.meta.url)('@kurz/backends');
  const { writeBacklog } = await import('./ship/write-backlog.mjs');
  const { ensureTopics } = await import('@kurz/click-stream');
  const root = mkdtempSync(path.join(os.tmpdir(), 'kurz-load-ship-'));
  const kafka = await startKafka();
  try {
    await ensureTopics(
      { brokers: kafka.brokers, clientId: 'bench' },
      { topic: TOPIC, deadTopic: `${TOPIC}.dead`, partitions: 12, replication: 1, retentionMs: 3_600_000 },
    );
    const visits = Math.round(millions * 1e6);
    console.error(`writing ${visits} visits …`);
    const backlog = path.join(root, 'backlog');
    await writeBacklog(backlog, visits);
    const results = LOADS.flatMap((load) =>
      ['nothing', 'thread', 'process'].map((mode) => ({ mode, load, rounds: [] })),
    ).filter(({ mode, load }) => mode !== 'nothing' || load > 0);
    for (let round = 1; round <= ROUNDS; round++) {
      for (const result of results) {
        const { mode, load } = result;
        console.error(`round ${round}: ${mode}, ${load} answers/s …`);
        const directory = copyBacklog(backlog, root, `${mode}-${load}-${round}`);
        result.rounds.push(
          await runShipping({ mode, load, directory, visits, topic: TOPIC, broker: kafka.brokers[0] }),
        );
        rmSync(directory, { recursive: true, force: true });
      }
    }
    print(results, visits);
  } finally {
    await kafka.close();
    rmSync(root, { recursive: true, force: true });
  }
}

await main(Number(process.argv[2] ?? 2));
