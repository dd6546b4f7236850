// Opens a journal as a redirector does at its start, ships its visits from a thread, removes the shipped segments, and
// ends in order. Input: settings as JSON on standard input.

const { readdirSync, readFileSync } = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');
const { lockJournal, openJournalWriter } = require('@kurz/click-journal');
const { makeLog, makeMetrics } = require('@kurz/process');
// the package's index loads twice as many modules, and this program starts fifty times
const { startShippingThread } = require('../../services/redirector/dist/ship/start-shipping-thread.js');

const { directory, brokers, topic, segmentBytes } = JSON.parse(readFileSync(0, 'utf8'));
const LOOK_MS = 10;

async function main() {
  const lock = await lockJournal(directory);
  if (lock.kind !== 'locked') throw new Error(`the journal is ${lock.kind}`);
  const log = makeLog({ level: 'error', service: 'ship-and-drop' });
  const metrics = makeMetrics();
  const journal = await openJournalWriter({ directory, segmentBytes }, { log, metrics });
  const thread = startShippingThread(
    {
      directory,
      kafka: { brokers, clientId: 'ship-and-drop', client: process.env.KURZ_KAFKA_CLIENT },
      topic,
      lingerMs: 5,
    },
    { log, metrics, passed: journal.dropBefore },
  );
  const segments = () => readdirSync(directory).filter((name) => name.endsWith('.journal'));
  while (segments().length > 1) await sleep(LOOK_MS);
  await journal.close();
  await thread.close(20_000);
  lock.release();
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
