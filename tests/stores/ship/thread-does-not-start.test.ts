// The system cannot start a shipping thread, because of a thread limit (EAGAIN) or missing memory.

import path from 'node:path';
import workerThreads from 'node:worker_threads';
import { makeMetrics } from '@kurz/process';
import { startShippingThread } from '@kurz/redirector';
import { until } from '../../until';
import { makeEventLog, makeShipFixture } from './ship-fixture';

let fixture: ReturnType<typeof makeShipFixture>;
beforeEach(() => (fixture = makeShipFixture()));
afterEach(async () => {
  jest.restoreAllMocks();
  await fixture.close();
});

/** Makes the first `times` starts of a thread fail, with the error that Node throws then. */
function refuseThreads(times: number): void {
  const { Worker } = workerThreads;
  let left = times;
  jest.spyOn(workerThreads, 'Worker').mockImplementation((...args) => {
    if (left-- > 0) throw Object.assign(new Error('EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' });
    return new Worker(...args);
  });
}

/** Starts shipping while no thread can start. It does not throw, because the redirector itself goes on. */
async function startWithout() {
  const { firstPosition } = await fixture.openWriter('own');
  const { log, events } = makeEventLog();
  const shipping = startShippingThread(
    {
      directory: path.join(fixture.root, 'own'),
      kafka: { brokers: ['127.0.0.1:9'], clientId: 'test' },
      topic: 'clicks',
      firstPosition,
      visitsPerSecond: 100_000,
    },
    { log, metrics: makeMetrics(), passed: () => undefined },
  );
  return { shipping, failures: () => events.filter(({ event }) => event === 'shipping_thread_failed') };
}

it('is told, and tried again until there is one', async () => {
  refuseThreads(2);
  const { shipping, failures } = await startWithout();
  try {
    await until(() => shipping.report() !== undefined);
    expect(failures()).toHaveLength(2);
  } finally {
    await shipping.close(0);
  }
});

it('holds no end up', async () => {
  refuseThreads(Infinity);
  const { shipping, failures } = await startWithout();
  expect([shipping.isHealthy(), failures().length]).toEqual([false, 1]);
  await shipping.close(60_000);
});
