// The operations server: /livez, /readyz and /metrics for orchestrators and Prometheus, on a port of their own that
// must not be public.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Log } from './log';
import type { Metrics } from './metrics';
import { VERSION } from './version';

export type OperationsAnswer = { status: number; type?: string; body: string };

export type OperationsDeps = {
  metrics: Metrics;
  log: Log;
  /**
   * Runs for each /readyz: ready when every check is true. /livez checks nothing: a store away is no reason to restart.
   */
  checks: () => Promise<Record<string, boolean>>;
  /** Text of other processes' metrics, appended to this one's. */
  extraMetrics?: () => Promise<string>;
  /** Further routes by path (`/tls-allowed`). */
  routes?: Readonly<Record<string, (query: URLSearchParams) => Promise<OperationsAnswer>>>;
};

export type Operations = {
  port: number;
  close: () => Promise<void>;
  /** /readyz answers 503 from now on, so that no more work is sent here. */
  drain: () => void;
};

type Answerer = (query: URLSearchParams) => OperationsAnswer | Promise<OperationsAnswer>;

const JSON_TYPE = 'application/json; charset=utf-8';
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const json = (status: number, body: object): OperationsAnswer => ({
  status,
  type: JSON_TYPE,
  body: JSON.stringify(body),
});

function send(response: ServerResponse, answer: OperationsAnswer): void {
  response.writeHead(answer.status, {
    'content-type': answer.type ?? 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(answer.body),
    'cache-control': 'no-store',
  });
  response.end(answer.body);
}

/** Listens; throws when it cannot. */
export async function serveOperations(
  deps: OperationsDeps,
  config: { host: string; port: number },
): Promise<Operations> {
  let isDraining = false;

  const ready = async () => {
    const checks = await deps.checks();
    const isReady = !isDraining && Object.values(checks).every(Boolean);
    return json(isReady ? 200 : 503, { ready: isReady, ...(isDraining && { draining: true }), ...checks });
  };
  const metrics = async () => {
    const texts = await Promise.all([deps.metrics.text(), deps.extraMetrics?.() ?? '']);
    return { status: 200, type: METRICS_TYPE, body: texts.filter((text) => text !== '').join('\n') };
  };
  const answerers = new Map<string, Answerer>([
    ...Object.entries(deps.routes ?? {}),
    // the time lets `kurz doctor` compare clocks
    ['/livez', () => json(200, { live: true, version: VERSION, time: new Date().toISOString() })],
    ['/readyz', ready],
    ['/metrics', metrics],
  ]);

  const answer = async (request: IncomingMessage): Promise<OperationsAnswer> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, body: 'GET only\n' };
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const answerer = answerers.get(path);
    return answerer ? answerer(new URLSearchParams(query)) : { status: 404, body: 'not found\n' };
  };

  const server = createServer({ maxHeaderSize: 8 * 1024, requestTimeout: 5_000 }, (request, response) => {
    answer(request).then(
      (found) => send(response, found),
      (error: unknown) => {
        deps.log.error({ event: 'operations_request_failed', err: error });
        send(response, { status: 500, body: 'failed\n' });
      },
    );
  });
  server.listen(config.port, config.host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : config.port,
    drain: () => void (isDraining = true),
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
