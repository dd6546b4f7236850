// The options of the node:http server that listens for visitors.

import type { ServerOptions } from 'node:http';

export const redirectServerOptions: Readonly<ServerOptions> = {
  // what nginx and most proxies let through by default (4 × 8 KiB): a zone below a company's domain receives all of
  // that domain's cookies. Twice Node's default; a slug takes 1 KiB of it at most
  maxHeaderSize: 32 * 1024,
  // slow senders are cut off within 15 s, even on a busy machine: the check runs once a second. The fast path keeps a
  // slow head for 3 s before this begins
  headersTimeout: 8_000,
  requestTimeout: 12_000,
  connectionsCheckingInterval: 1_000,
  // longer than the 60 s after which proxies and load balancers close an idle connection, so that they do it first
  keepAliveTimeout: 65_000,
  insecureHTTPParser: false,
  requireHostHeader: true,
  noDelay: true,
};
