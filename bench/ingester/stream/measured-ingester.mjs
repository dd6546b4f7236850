// The ingester's process as its main starts it. Five times a second it reports the visits that each consumer has
// counted, and its CPU time. Ends when its parent says so.

import { readProcessSettings } from '../../../services/ingester/dist/settings.js';
import { startIngesterProcess } from '../../../services/ingester/dist/start-ingester-process.js';
import { makeLog } from '@kurz/process';

const LOOK_MS = 200;
const COUNTED = /^kurz_ingester_visits_total\{consumer="(\w+)"\} (\d+)/gm;

const settings = readProcessSettings(process.env);
const log = makeLog({ level: 'warn', service: 'ingester' });
const running = await startIngesterProcess(
  { log, onRefused: (reason) => process.send({ refused: reason }) },
  settings,
);

async function look() {
  const answer = await fetch(`http://127.0.0.1:${settings.ops.port}/metrics`);
  const counted = Object.fromEntries(
    [...(await answer.text()).matchAll(COUNTED)].map(([, name, n]) => [name, Number(n)]),
  );
  const { user, system } = process.cpuUsage();
  process.send({ counted, cpu: user + system, rss: process.memoryUsage.rss() });
}

const looking = setInterval(() => void look(), LOOK_MS);
process.on('message', async () => {
  clearInterval(looking);
  await running.close();
  process.exit(0);
});
