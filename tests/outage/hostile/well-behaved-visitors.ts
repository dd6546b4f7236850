// Regular visitors at a steady rate, beside hostile ones: their wrong answers, and the latency of all.

import { setTimeout as sleep } from 'node:timers/promises';
import { makeVisitorConnection } from '../visitor-connection';
import type { Target } from './target';

const VISITORS = 4;
const PAUSE_MS = 40;

export type Visits = {
  ms: number[];
  /** Answers other than the expected one. */
  wrong: string[];
};

/** Visits until the promise settles. Resolves with the visits and the promise's value. */
export async function visitUntil<T>(
  target: Pick<Target, 'port' | 'visit' | 'status'>,
  enough: Promise<T>,
): Promise<[Visits, T]> {
  const visits: Visits = { ms: [], wrong: [] };
  let isOver = false;
  const visit = async () => {
    const connection = makeVisitorConnection(target.port);
    while (!isOver) {
      const askedAt = performance.now();
      const reply = await connection.ask(target.visit);
      visits.ms.push(performance.now() - askedAt);
      const outcome = reply.kind === 'answered' ? reply.status : reply.kind;
      if (outcome !== target.status) visits.wrong.push(String(outcome));
      await sleep(PAUSE_MS);
    }
    connection.close();
  };
  const visitors = Promise.all(Array.from({ length: VISITORS }, visit));
  try {
    return [visits, await enough];
  } finally {
    isOver = true;
    await visitors;
  }
}

export function p99Of(visits: readonly Visits[]): number {
  const all = visits.flatMap(({ ms }) => ms).sort((a, b) => a - b);
  return all[Math.floor(all.length * 0.99)] ?? 0;
}
