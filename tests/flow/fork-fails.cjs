// Keeps one worker slot of a redirector with the product's own code. The fork of its first replacement fails, as on a
// machine without free processes. Prints one line per event.

const cluster = require('node:cluster');
const path = require('node:path');

const WORKERS = path.resolve(__dirname, '../../services/redirector/dist/workers');
const FAILING = 2;

function keepSlot() {
  const { keepWorkerSlot } = require(path.join(WORKERS, 'worker-slot.js'));
  const { fork } = cluster;
  const { execPath } = process;
  let forks = 0;
  cluster.fork = (...given) => {
    process.execPath = ++forks === FAILING ? path.join(__dirname, 'no-such-program') : execPath;
    return fork.apply(cluster, given);
  };
  const print = (fields) => console.log(JSON.stringify(fields));
  const log = { debug: print, info: print, warn: print, error: print };
  const deps = { log, onEnded: () => print({ event: 'ended' }), doOthersServe: () => false };
  const slot = keepWorkerSlot(0, deps, { stopMs: 10_000 });
  cluster.on('message', ({ process: { pid } }) => print({ event: 'serves', pid }));
  process.on('message', () => slot.stop().then(() => process.disconnect()));
}

if (cluster.isPrimary) keepSlot();
else {
  process.send({ kind: 'started' });
  process.on('message', ({ kind }) => kind === 'stop' && process.exit(0));
}
