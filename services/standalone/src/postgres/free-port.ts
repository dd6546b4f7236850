// Draws a free port for a server that keeps its port. It is below the kernel's ephemeral range and claimed among the
// processes that draw ports here, so that it is still free when a killed server comes back to it.

import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { hasErrorCode } from '@kurz/process';

const HOST = '127.0.0.1';
/** The range of ports, the end excluded. */
const RANGE = [20_000, 32_000] as const;
const ATTEMPTS = 50;
/** A claim's distance below the port, because servers with HTTP/3 need the UDP port of the same number. */
export const CLAIM_BELOW = 12_000;

/** @throws any error that is not about this port, such as a missing address, without which no port is free. */
function isTaken(error: unknown): true {
  if (hasErrorCode(error, 'EADDRINUSE', 'EACCES')) return true;
  if (!hasErrorCode(error, 'EADDRNOTAVAIL')) throw error;
  const reason = `this machine has no address ${HOST}, where the stores listen: its loopback interface needs IPv4`;
  throw Object.assign(new Error(reason, { cause: error }), { code: 'EADDRNOTAVAIL' });
}

/**
 * Claims the port by binding a UDP port until this process ends, however it ends. The kernel lets only one process have
 * it. False when another process has it, or when this one has drawn it before.
 */
async function claim(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  try {
    socket.bind({ port: port - CLAIM_BELOW, address: HOST, exclusive: true });
    await once(socket, 'listening');
    return true;
  } catch (error) {
    socket.close();
    return !isTaken(error);
  }
}

/** True when a server could listen on the port of 127.0.0.1. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, HOST);
  try {
    await once(server, 'listening');
  } catch (error) {
    return !isTaken(error);
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** A port of 127.0.0.1 that has no listener now and that no other process here has drawn. */
export async function freePort(range: readonly [number, number] = RANGE): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(...range);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
  throw new Error(`no free port found in ${ATTEMPTS} tries`);
}
