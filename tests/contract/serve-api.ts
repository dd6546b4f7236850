// A real HTTP server with the API's limits, on a free port of this machine.

import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiServerOptions } from '../../services/api/src/api-server-options';

export type ServedApi = { port: number; close: () => Promise<void> };

export async function serveApi(listener: RequestListener): Promise<ServedApi> {
  const server = http.createServer(apiServerOptions, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
