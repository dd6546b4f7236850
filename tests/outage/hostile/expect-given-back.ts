// What a server held of the system before an attack, it holds after it, and no more.

import { until } from '../../until';
import { isHeldKnown, memoryHeldBy, socketsHeldBy } from './held-by';
import type { Target } from './target';

/** Connections to the stores come and go as well. */
const SOCKETS_SLACK = 30;
/**
 * A KiB left of each of 100,000 connections would be more. Processes run with a heap of at most 128 MiB: with Node's own
 * limit garbage cannot be separated from what clients hold, and two that take no answer held more than that.
 */
const MEMORY_SLACK = 96 * 1024 ** 2;

export async function expectGivenBack(target: Target, attack: () => Promise<void>): Promise<void> {
  if (!isHeldKnown) return attack();
  const pids = await target.pids();
  const [sockets, memory] = await Promise.all([socketsHeldBy(pids), memoryHeldBy(pids)]);
  await attack();
  // a worker that had died would be another one now
  if (String(await target.pids()) !== String(pids)) throw new Error(`a process has died: ${target.log()}`);
  await until(async () => (await socketsHeldBy(pids)) <= sockets + SOCKETS_SLACK, {
    what: 'the sockets are given back',
  });
  expect((await memoryHeldBy(pids)) - memory).toBeLessThan(MEMORY_SLACK);
}
