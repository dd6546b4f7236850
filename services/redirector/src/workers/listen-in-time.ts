// Makes a worker's server listen. Workers whose primary was killed alone hold the port until they have ended, a second or
// two later; a new worker waits for them. A port that stays taken is another program's.

import { setTimeout as sleep } from 'node:timers/promises';
import { hasErrorCode, type DrainableServer, type Log } from '@kurz/process';

const LONGEST_WAIT_MS = 5_000;
const AGAIN_MS = 100;

/** @throws what `listen` throws last */
export async function listenInTime(
  server: Pick<DrainableServer, 'listen'>,
  { log }: { log: Log },
  { host, port }: { host: string; port: number },
): Promise<void> {
  const until = performance.now() + LONGEST_WAIT_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      await server.listen(host, port);
      return;
    } catch (error) {
      if (!hasErrorCode(error, 'EADDRINUSE') || performance.now() > until) throw error;
      if (attempt === 1) log.warn({ event: 'port_still_taken', port });
    }
    await sleep(AGAIN_MS);
  }
}
