// What a worker does before it listens: looks links up, and reads those with the most visits into its near cache.

import { once } from 'node:events';
import type { Log } from '@kurz/process';

/** The part of Redirector that is needed here. */
type Preparing = {
  isReady: () => Promise<boolean>;
  warmUp: () => Promise<number>;
  loadLinks: (signal: AbortSignal) => Promise<number>;
};

/** Runs `work` when the zones are known. A failure does not keep a worker from starting. */
async function makeReady(
  event: 'warmed_up' | 'links_loaded',
  { isReady }: Pick<Preparing, 'isReady'>,
  { log }: { log: Log },
  work: () => Promise<number>,
): Promise<void> {
  if (!(await isReady())) return;
  const began = performance.now();
  try {
    const links = await work();
    log.info({ event, links, ms: Math.round(performance.now() - began) });
  } catch (error) {
    const failed = event === 'warmed_up' ? 'warm_up_failed' : 'links_not_loaded';
    log.warn({ event: failed, error: String(error) });
  }
}

/** Longest time that a worker takes for this before it listens, ms. */
const BEFORE_VISITORS_MS = 2_000;

/** No visitor waits for it: a part that takes longer ends by itself. */
export async function beforeVisitors(redirector: Preparing, deps: { log: Log }): Promise<void> {
  const over = AbortSignal.timeout(BEFORE_VISITORS_MS);
  const isOver = once(over, 'abort');
  await makeReady('warmed_up', redirector, deps, redirector.warmUp);
  if (over.aborted) return;
  await Promise.race([isOver, makeReady('links_loaded', redirector, deps, () => redirector.loadLinks(over))]);
}
