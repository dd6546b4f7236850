// Visitors request short links from a product as fast as it answers, over keep-alive connections, until stopped. Their
// answers go into the ledger. Requests to a product that is away are sent again.

import { setTimeout as sleep } from 'node:timers/promises';
import type { AskedVisit } from './asked-visit';
import { makeVisitorConnection } from './visitor-connection';
import type { VisitLedger } from './visit-ledger';

export type Visitors = {
  /** Lets each finish the request that it has under way. */
  stop: () => Promise<void>;
};

type Deps = {
  ledger: VisitLedger;
  /** The next visit to request. */
  next: () => AskedVisit;
  /** Called with how long each answer took, ms. */
  took?: (ms: number) => void;
};

type Settings = {
  port: number;
  connections: number;
  /** Whether 503 is allowed, because the product may be starting. It is not allowed because a store is away. */
  mayBeStarting: boolean;
  /** Whether a refused or cut-off request counts as wrong. */
  mustAnswer?: boolean;
  /** How long each visitor rests after an answer, ms; default: none. */
  restMs?: number;
};

/** Pause before the next request to a product that is away or starting. */
const PAUSE_MS = 25;

export const destinationOf = (slug: string) => `https://example.com/${slug}`;

function requestOf({ slug, isScan, isBot, visitor, referrer }: AskedVisit, port: number) {
  return {
    method: isBot ? 'HEAD' : 'GET',
    path: isScan ? `/q/${slug}` : `/${slug}`,
    headers: {
      Host: `localhost:${port}`,
      'User-Agent': visitor.agent,
      'Accept-Language': `${visitor.language},en;q=0.5`,
      ...(referrer !== '' && { Referer: `https://${referrer}/some/page` }),
    },
  };
}

export function startVisitors({ ledger, next, took }: Deps, settings: Settings): Visitors {
  const { port, mustAnswer = false, restMs = 0 } = settings;
  let isStopped = false;

  const visitOn = async () => {
    const connection = makeVisitorConnection(port);
    while (!isStopped) {
      const visit = next();
      const askedAt = performance.now();
      const reply = await connection.ask(requestOf(visit, port));
      if (mustAnswer && reply.kind !== 'answered') ledger.wrong(`${visit.slug}: ${reply.kind}`);
      if (reply.kind === 'answered') took?.(performance.now() - askedAt);
      if (reply.kind === 'cut') ledger.unknown(visit);
      else if (reply.kind === 'refused') await sleep(PAUSE_MS);
      else if (reply.status === 302 && reply.location === destinationOf(visit.slug)) ledger.answered(visit);
      else if (reply.status === 503 && settings.mayBeStarting) await sleep(PAUSE_MS);
      else ledger.wrong(`${visit.slug}: ${reply.status} ${reply.location ?? ''}`);
      if (restMs > 0) await sleep(restMs);
    }
    connection.close();
  };
  const ended = Promise.all(Array.from({ length: settings.connections }, visitOn));
  return {
    stop: async () => {
      isStopped = true;
      await ended;
    },
  };
}
