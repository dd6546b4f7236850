// The process that ships is killed again and again; in the end every visit is shipped once.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { openTestKafka, type SharedKafka } from '@kurz/backends';
import { chunkOrderOf } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { drainJournal } from '@kurz/redirector';
import { committedChunks, differenceOf } from '../stores/ship/committed-chunks';
import { makeTopic } from '../stores/ship/ship-fixture';
import { startJournalUnderLoad } from './journal-under-load';
import { seededRandom } from './seeded-random';
import { openTestedClient } from '../tested-client';

const KILLS = 20;

let kafka: SharedKafka;
let topic: string;
beforeAll(async () => {
  kafka = await openTestKafka();
  topic = kafka.own('clicks');
});
afterAll(() => kafka?.close());

async function shipAndBeKilled(
  directory: string,
  afterMs: number,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<void> {
  const script = path.join(__dirname, 'ship-journal.cjs');
  const args = [script, kafka.brokers[0] ?? '', directory, topic, '5'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  child.kill(signal);
  await once(child, 'exit');
}

it(`ships every visit once though its process is killed ${KILLS} times`, async () => {
  const random = seededRandom();
  console.log(`seed ${random.seed}`);
  await makeTopic(kafka.brokers, topic);
  const journal = await startJournalUnderLoad(kafka.own('killed'));
  try {
    // a process that ends in order writes the module cache that the others start with
    await shipAndBeKilled(journal.directory, 0, 'SIGTERM');
    for (let kill = 0; kill < KILLS; kill++) await shipAndBeKilled(journal.directory, random.between(0, 400));
    await journal.stop();
    const client = openTestedClient(kafka.brokers);
    const drained = await drainJournal(
      { kafka: client, log: silentLog },
      { directory: journal.directory, topic },
    );
    expect(drained.kind).toBe('drained');
    const chunks = await committedChunks(kafka.brokers, topic);
    expect(journal.lines.length).toBeGreaterThan(1_000);
    expect(differenceOf(chunks, journal.lines)).toEqual({ lost: 0, doubled: 0 });
    const seen = new Map<number, number>();
    for (const chunk of chunks) {
      expect(['first', 'next']).toContain(chunkOrderOf(seen.get(chunk.partition), chunk));
      seen.set(chunk.partition, chunk.last);
    }
  } finally {
    await journal.close();
  }
});
