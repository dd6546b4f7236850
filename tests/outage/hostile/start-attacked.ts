// Every kind of server, each with its own hostile clients, so that all can be attacked at the same time.

import { setTimeout as sleep } from 'node:timers/promises';
import { makeClosing } from '@kurz/process';
import { isHeldKnown } from './held-by';
import { startHostileClients, type HostileClients } from './start-hostile-clients';
import { startApiTarget, startRedirectorTarget, startStandaloneTarget } from './start-targets';
import type { Target } from './target';
import { visitUntil } from './well-behaved-visitors';

const START = {
  'the redirector with its fast path': () => startRedirectorTarget(true),
  'the redirector without its fast path': () => startRedirectorTarget(false),
  'the API': startApiTarget,
  'the embedded product': startStandaloneTarget,
};
const WARM_UP_MS = 3_000;

type Name = keyof typeof START;
export const ATTACKED: readonly Name[] = [
  'the redirector with its fast path',
  'the redirector without its fast path',
  'the API',
  'the embedded product',
];

export type Attacked = { target: Target; hostile: HostileClients };

export type AllAttacked = {
  of: (name: Name) => Attacked;
  /** Attacks all servers at once, and only once. Each call resolves when all are over; rejects as the named one did. */
  all: (attack: (attacked: Attacked) => Promise<void>) => (name: Name) => Promise<void>;
  close: () => Promise<void>;
};

/** Each server has answered visitors for a while, so that a warm server is compared with itself. */
export async function startAttacked(): Promise<AllAttacked> {
  if (!isHeldKnown) console.log('skipped: sockets and memory, because only Linux tells what a process holds');
  const closing = makeClosing();
  const attacked = new Map<Name, Attacked>();
  const start = async (name: Name) => {
    const target = await START[name]();
    closing.add(name, target.close);
    const hostile = await startHostileClients();
    closing.add(`hostile clients of ${name}`, hostile.close);
    attacked.set(name, { target, hostile });
    await visitUntil(target, sleep(WARM_UP_MS));
  };
  const started = await Promise.allSettled(ATTACKED.map(start));
  for (const outcome of started) {
    if (outcome.status === 'fulfilled') continue;
    await closing.close();
    throw outcome.reason;
  }
  const of = (name: Name) => {
    const found = attacked.get(name);
    if (!found) throw new Error(`${name} was not started`);
    return found;
  };
  return {
    of,
    all: (attack) => {
      let under: Map<Name, Promise<PromiseSettledResult<void>>> | undefined;
      return async (name) => {
        under ??= new Map(
          ATTACKED.map((each) => [each, Promise.allSettled([attack(of(each))]).then(([outcome]) => outcome)]),
        );
        await Promise.all(under.values());
        const outcome = await under.get(name);
        if (outcome?.status === 'rejected') throw outcome.reason;
      };
    },
    close: closing.close,
  };
}
