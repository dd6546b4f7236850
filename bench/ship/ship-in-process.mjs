// Ships a backlog in a process of its own and sends its parent the cost, from the first observed commit to the last.

import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { openKafka } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { makeShipper } from '@kurz/redirector';

const { directory, visits, topic, broker } = JSON.parse(process.argv[2]);
const NICENESS = 5;
const LOOK_MS = 10;

os.setPriority(0, NICENESS);
const kafka = openKafka({ brokers: [broker], clientId: 'bench' }, { log: silentLog });
const settings = { directory, journal: path.basename(directory), topic, lingerMs: 200, isDrain: false };
const shipper = makeShipper({ kafka, log: silentLog, passed: () => undefined }, settings);
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
void shipper.run();

let from;
const look = setInterval(() => {
  const { shippedVisits } = shipper.state;
  if (!from && shippedVisits > 0) from = { visits: shippedVisits, cpu: cpu(), at: performance.now() };
  if (shippedVisits < visits) return;
  clearInterval(look);
  const shipped = visits - from.visits;
  process.send({
    visitsPerSecond: shipped / ((performance.now() - from.at) / 1_000),
    cpuPerVisit: (cpu() - from.cpu) / shipped,
  });
}, LOOK_MS);
