// Guesses slugs of kurz.example, another one each time.

import { setTimeout as sleep } from 'node:timers/promises';
import { startAskers } from '../links/askers';
import type { Attack } from './attack';

/** Resolves with the number of guesses that were answered with 404, and of those that were answered otherwise. */
export async function guessSlugs(attack: Extract<Attack, { kind: 'guess' }>): Promise<number[]> {
  const { port, count: connections, forMs } = attack;
  let guessed = 0;
  let unknown = 0;
  let other = 0;
  const askers = startAskers(
    {
      next: () => `/guess-${process.pid}-${guessed++}`,
      onAnswer: ({ status }) => void (status === 404 ? unknown++ : other++),
    },
    { port, connections },
  );
  await sleep(forMs);
  await askers.stop();
  return [unknown, other];
}
