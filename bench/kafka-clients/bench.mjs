// `npm run bench:kafka [-- millions of visits, 2]`: what a visit costs to ship and to read with each Kafka client, in
// turns, each in a process of its own. Needs Node 22.22 or newer. Judges nothing.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { canUsePlatformatic, ensureTopics } from '@kurz/click-stream';
import { startKafka } from '../redirector/stores/start-kafka.mjs';

const CHILD = path.join(path.dirname(fileURLToPath(import.meta.url)), 'measured-client.mjs');
const CLIENTS = ['kafkajs', 'platformatic'];
const ROUNDS = 5;
const PARTITIONS = 12;

const medianOf = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function run(options) {
  const child = fork(CHILD, [JSON.stringify(options)]);
  const [result] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${options.client} ended`))),
  ]);
  child.kill('SIGKILL');
  return result;
}

if (!canUsePlatformatic()) throw new Error(`@platformatic/kafka does not run on ${process.version}`);
const visits = Number(process.argv[2] ?? 2) * 1e6;
const kafka = await startKafka();
try {
  const makeTopic = (topic) =>
    ensureTopics(
      { brokers: [kafka.broker], clientId: 'bench' },
      { topic, deadTopic: 'dead', partitions: PARTITIONS, replication: 1, retentionMs: 3_600_000 },
    );
  const results = CLIENTS.flatMap((client) => ['ship', 'read'].map((what) => ({ client, what, rounds: [] })));
  await makeTopic('read');
  await run({ what: 'ship', client: CLIENTS[0], topic: 'read', broker: kafka.broker, visits });
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { client, what, rounds } of results) {
      const topic = what === 'read' ? 'read' : `${client}-${round}`;
      await makeTopic(topic);
      rounds.push(await run({ what, client, topic, broker: kafka.broker, visits }));
      console.error(`round ${round}: ${client}, ${what}: ${JSON.stringify(rounds.at(-1))}`);
    }
  }
  console.log(
    `\n${visits} visits, ${ROUNDS} rounds, medians; ${os.cpus()[0].model}, ${os.cpus().length} cores, Node ${process.version}`,
  );
  console.log('                       visits/s  CPU µs/visit  MB');
  for (const { client, what, rounds } of results) {
    const of = (key) => medianOf(rounds.map((round) => round[key]));
    console.log(
      `${what} ${client}`.padEnd(22),
      of('visitsPerSecond').toFixed(0).padStart(8),
      of('cpuPerVisit').toFixed(2).padStart(9),
      of('megabytes').toFixed(0).padStart(8),
    );
  }
} finally {
  await kafka.close();
}
