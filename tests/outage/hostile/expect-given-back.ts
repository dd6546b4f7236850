// Checks that a server holds no more sockets and memory after an attack than before it.

import { until } from '../../until';
import { isHeldKnown, memoryHeldBy, socketsHeldBy } from './held-by';
import type { Target } from './target';

/** Connections to the stores come and go as well. */
const SOCKETS_SLACK = 30;
/**
 * A leak of 1 KiB for each of 100,000 connections would be more. Processes run with a heap of at most 128 MiB: with
 * Node's own limit, garbage looks like memory that clients hold, and two clients that read nothing held more than this.
 */
const MEMORY_SLACK = 96 * 1024 ** 2;

export async function expectGivenBack(target: Target, attack: () => Promise<void>): Promise<void> {
  if (!isHeldKnown) return attack();
  const pids = await target.pids();
  const [sockets, memory] = await Promise.all([socketsHeldBy(pids), memoryHeldBy(pids)]);
  await attack();
  // a worker that died would have been replaced by another process
  if (String(await target.pids()) !== String(pids)) throw new Error(`a process has died: ${target.log()}`);
  await until(async () => (await socketsHeldBy(pids)) <= sockets + SOCKETS_SLACK, {
    what: 'the sockets are given back',
  });
  expect((await memoryHeldBy(pids)) - memory).toBeLessThan(MEMORY_SLACK);
}
