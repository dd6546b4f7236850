// Waits for the port before the workers start. When only the primary was killed, its workers hold the port until they
// have ended, a second or two later. A port that stays taken belongs to another program.
//
// The primary tries the port, because a worker of Node 24 that fails to listen cannot try again: node:cluster ends it
// by an assertion.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasErrorCode, type Log } from '@kurz/process';

const MAX_WAIT_MS = 5_000;
const AGAIN_MS = 100;

type Address = { host: string; port: number };

async function listenOnce({ host, port }: Address): Promise<void> {
  const server = createServer((socket) => socket.destroy()).listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** @throws the last error of listening */
export async function awaitPort({ log }: { log: Log }, address: Address): Promise<void> {
  const until = performance.now() + MAX_WAIT_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      await listenOnce(address);
      return;
    } catch (error) {
      if (!hasErrorCode(error, 'EADDRINUSE') || performance.now() > until) throw error;
      if (attempt === 1) log.warn({ event: 'port_still_taken', port: address.port });
    }
    await sleep(AGAIN_MS);
  }
}
