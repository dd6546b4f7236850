// Arguments: Kafka's address, a journal's directory, a topic and a linger time, ms. Holds the journal's lock and ships
// the journal until it is killed; SIGTERM ends it in order. Prints `shipping` when the shipper has reached Kafka.

const path = require('node:path');
const { lockJournal } = require('@kurz/click-journal');
const { openStreamClient } = require('@kurz/click-stream');
const { makeLog } = require('@kurz/process');
const { makeShipper } = require('../../services/redirector/dist/ship/make-shipper.js');

const [broker, directory, topic, lingerMs] = process.argv.slice(2);

async function main() {
  const lock = await lockJournal(directory);
  if (lock.kind !== 'locked') throw new Error(`the journal is ${lock.kind}`);
  const log = makeLog({ level: 'warn', service: 'ship' });
  const kafka = openStreamClient(
    { brokers: [broker], clientId: 'ship', client: process.env.KURZ_KAFKA_CLIENT },
    { log },
  );
  const settings = {
    directory,
    journal: path.basename(directory),
    topic,
    lingerMs: Number(lingerMs),
    isDrain: false,
  };
  const shipper = makeShipper({ kafka, log, passed: () => undefined }, settings);
  const told = setInterval(() => {
    if (shipper.state.health !== 'shipping') return;
    clearInterval(told);
    console.log('shipping');
  }, 5);
  process.once('SIGTERM', () => process.exit(0));
  await shipper.run();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
