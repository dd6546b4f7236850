// A client of the bench in a process of its own, so that neither the redirector nor another client delays it. It does
// one task at a time.

import { setTimeout as sleep } from 'node:timers/promises';
import { makeVisitorConnection } from '../../tests/outage/visitor-connection';
import { ask } from '../../tests/stores/redirector/ask';
import type { Done, Task } from './messages';

const CONNECTIONS = 4;
const REST_MS = 2;
/** Interval of the requests of strangers or of the baseline: 100 a second. */
const EVERY_MS = 10;

let asked = 0;

async function measure({ port, forMs }: Task): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + forMs;
  const visit = async () => {
    const connection = makeVisitorConnection(port);
    while (performance.now() < end) {
      const askedAt = performance.now();
      const reply = await connection.ask({ method: 'GET', path: '/abc', headers: { host: 'kurz.example' } });
      if (reply.kind !== 'answered' || reply.status !== 302) throw new Error(JSON.stringify(reply));
      times.push(performance.now() - askedAt);
      await sleep(REST_MS);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, visit));
  return times;
}

async function askOn({ does, port, forMs }: Task): Promise<void> {
  const waiting = new Set<Promise<unknown>>();
  const begunAt = performance.now();
  for (let sent = 0; performance.now() - begunAt < forMs; sent++) {
    // the loop catches up with all requests that are due when a timer was late
    const host = does === 'strangers' ? `x${process.pid}-${asked++}.example` : 'kurz.example';
    const asking = ask(port, '/abc', { host });
    waiting.add(asking);
    void asking.finally(() => waiting.delete(asking));
    await sleep(Math.max(0, begunAt + (sent + 1) * EVERY_MS - performance.now()));
  }
  await Promise.all(waiting);
}

process.on('message', (task: Task) => {
  const doing = task.does === 'measure' ? measure(task) : askOn(task).then(() => []);
  void doing.then((times) => process.send?.({ times } satisfies Done));
});
