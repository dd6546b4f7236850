// A free port for a server with a fixed port. Below the range of the kernel's ephemeral ports, so that it is still free
// when a killed server comes back to it.

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const FIRST = 20_000;
const END = 32_000;
const TRIES = 50;

/** Given out, and perhaps not listened on yet. */
const given = new Set<number>();

/** True when a server could listen on the port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** A port of 127.0.0.1 without a listener at the moment, not given out by this process before. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const port = randomInt(FIRST, END);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port found in ${TRIES} tries`);
}
