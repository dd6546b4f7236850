// One process at a time installs and builds in a checkout: two builds at once remove each other's files. The lock is an
// abstract Unix socket, which the kernel closes with its process. Only Linux has these; elsewhere nothing is locked.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { connect, createServer } from 'node:net';

const nameOf = (root) => {
  const hash = createHash('sha256').update(realpathSync(root)).digest('hex').slice(0, 32);
  return `\0kurz-checkout-${process.getuid?.() ?? ''}-${hash}`;
};

async function listenAt(name) {
  const server = createServer().listen(name);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (error?.code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

/** Resolves when the process that holds the name releases it. */
function untilLeft(name) {
  return new Promise((resolve) => {
    connect(name)
      .on('error', () => undefined)
      .on('close', resolve)
      .resume();
  });
}

/** Resolves with the function that releases the lock. Calls `say` once when another process holds it. */
export async function lockCheckout(root, say) {
  if (process.platform !== 'linux') return () => undefined;
  const name = nameOf(root);
  for (let hasSaid = false; ; hasSaid = true) {
    const server = await listenAt(name);
    if (server) {
      const waiting = new Set();
      server.on('connection', (socket) => waiting.add(socket.on('error', () => socket.destroy())));
      return () => {
        server.close();
        for (const socket of waiting) socket.destroy();
      };
    }
    if (!hasSaid) say('another start builds here; waiting for it');
    await untilLeft(name);
  }
}
