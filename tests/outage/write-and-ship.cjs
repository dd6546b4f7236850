// Claims a journal, writes visits into it and ships them from a thread. Prints the thread's metrics. On standard input,
// `more` writes as many visits again, `close` ends in order.

const { readdirSync, readFileSync } = require('node:fs');
const { createInterface } = require('node:readline');
const { claimJournal, openJournalWriter } = require('@kurz/click-journal');
const { makeLog, makeMetrics } = require('@kurz/process');
const { startShippingThread } = require('@kurz/redirector');

const { root, node, visits, topic, brokers } = JSON.parse(process.argv[2]);
const NICENESS_FIELD = 16;

const nicenessOf = (thread) => {
  const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[NICENESS_FIELD]);
};

async function main() {
  const log = makeLog({ level: 'error', service: 'write-and-ship' });
  const metrics = makeMetrics();
  const { directory, release } = await claimJournal({ root, node });
  const journal = await openJournalWriter({ directory }, { log, metrics });
  const thread = startShippingThread(
    {
      directory,
      root,
      kafka: { brokers, clientId: node, client: process.env.KURZ_KAFKA_CLIENT },
      topic,
      lingerMs: 50,
    },
    { log, metrics, passed: journal.dropBefore },
  );
  let written = 0;
  const write = () =>
    new Promise((resolve) => {
      let waiting = visits;
      for (let count = 0; count < visits; count++) {
        journal.append(`1\t${Date.now()}\t${node}-${written++}\tlnk`, () => --waiting === 0 && resolve());
      }
    });
  await write();
  console.log('written');

  const tell = setInterval(async () => {
    const text = await metrics.text();
    console.log(`shipped ${/^kurz_ship_visits_total (\d+)/m.exec(text)?.[1]}`);
    console.log(`healthy ${/^kurz_ship_healthy (\d)/m.exec(text)?.[1]}`);
    if (process.platform !== 'linux') return;
    const all = readdirSync('/proc/self/task').map(nicenessOf);
    console.log(`niceness-of-main ${nicenessOf(process.pid)}`);
    console.log(`highest-niceness ${Math.max(...all)}`);
    console.log(`lowest-niceness ${Math.min(...all)}`);
  }, 100);

  const close = async () => {
    clearInterval(tell);
    await journal.close();
    await thread.close(20_000);
    release();
    process.exit(0);
  };
  let last = Promise.resolve();
  createInterface({ input: process.stdin }).on('line', (word) => {
    last = last.then(word === 'more' ? write : close);
  });
}

void main();
