// The options of the API's HTTP server.

import type { ServerOptions } from 'node:http';

/** Requests of one connection that may wait for their answers: an answer of the API may be megabytes long. */
export const MAX_WAITING_ON_API = 8;

export const apiServerOptions: Readonly<ServerOptions> = {
  // slow senders are cut off within 15 s, on a busy machine too: they are looked for once a second
  headersTimeout: 10_000,
  requestTimeout: 12_000,
  connectionsCheckingInterval: 1_000,
  // longer than the 60 s after which proxies and load balancers close an idle connection, so that they do it first
  keepAliveTimeout: 65_000,
  noDelay: true,
};
