// One port in front of several processes of a service, round robin: a connection goes to the next process that accepts.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type Front = { close: () => Promise<void> };

const HOST = '127.0.0.1';

/** Resolves with a connection to the first of `ports` that accepts one. */
async function reach(ports: number[]): Promise<Socket | undefined> {
  for (const port of ports) {
    const socket = connect({ host: HOST, port, allowHalfOpen: true });
    try {
      await once(socket, 'connect');
      return socket;
    } catch {
      // the next port may accept
    }
  }
  return undefined;
}

function join(client: Socket, target: Socket): void {
  for (const [from, to] of [
    [client, target],
    [target, client],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
}

/** Listens on `port` of `host`. Throws when listening fails. */
export async function serveFront(
  { host, port }: { host: string; port: number },
  targets: number[],
): Promise<Front> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    open.add(client);
    client.on('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    const first = turn++ % targets.length;
    void reach([...targets.slice(first), ...targets.slice(0, first)]).then((target) => {
      if (!target || client.destroyed) {
        client.destroy();
        target?.destroy();
        return;
      }
      join(client, target);
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const client of open) client.destroy();
      await closed;
    },
  };
}
