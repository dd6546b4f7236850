// Liveness and readiness. Live: the process answers. Ready: every store answers, so that no request would be refused.

import type { ServerResponse } from 'node:http';
import { runHealthChecks, type HealthCheck } from '@kurz/process';

export type Health = {
  live: (response: ServerResponse) => void;
  ready: (response: ServerResponse) => void;
};

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(text);
}

/** `checks` is asked anew for each answer: undefined while the parts are starting or stopping. */
export function makeHealth(checks: () => Readonly<Record<string, HealthCheck>> | undefined): Health {
  const ready = async (response: ServerResponse) => {
    const asked = checks();
    const answers = await runHealthChecks(asked ?? {});
    const isReady = asked !== undefined && Object.values(answers).every(Boolean);
    send(response, isReady ? 200 : 503, { ready: isReady, ...answers });
  };
  return {
    live: (response) => send(response, 200, { live: true }),
    ready: (response) => void ready(response).catch(() => response.destroy()),
  };
}
