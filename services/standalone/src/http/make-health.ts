// Liveness and readiness. Live: the process answers. Ready: every store answers, so that nothing would be refused.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';

/** One part's question: resolves with true when it works; an error counts as no. */
export type HealthCheck = () => Promise<boolean>;

export type Health = {
  live: (response: ServerResponse) => void;
  ready: (response: ServerResponse) => void;
};

/** Shorter than the timeout of usual probes. */
const PATIENCE_MS = 1_000;

async function holds(check: HealthCheck): Promise<boolean> {
  const giveUp = new AbortController();
  const tooLate = sleep(PATIENCE_MS, false, { signal: giveUp.signal });
  try {
    return await Promise.race([check(), tooLate]);
  } catch {
    return false;
  } finally {
    giveUp.abort();
  }
}

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
    const asked = Object.entries(checks() ?? {});
    const answers = await Promise.all(
      asked.map(async ([name, check]) => [name, await holds(check)] as const),
    );
    const isReady = answers.length > 0 && answers.every(([, isUp]) => isUp);
    send(response, isReady ? 200 : 503, { ready: isReady, ...Object.fromEntries(answers) });
  };
  return {
    live: (response) => send(response, 200, { live: true }),
    ready: (response) => void ready(response).catch(() => response.destroy()),
  };
}
