// Uses an API over and over while ClickHouse is away, as its users would: stats of today and of a past window, usage,
// and a link's whole life. Records the answers for the test to judge.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from './api-client';
import { destinationOf } from './visitors';

export type Question = 'stats' | 'past stats' | 'usage' | 'link';

export type Answer = { question: Question; ms: number; status: number; text: string };

export type ApiWatch = { answers: Answer[]; stop: () => Promise<void> };

const PAUSE_MS = 100;
const DAY_MS = 86_400_000;

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

let watches = 0;

/** `slug`: a link with visits of today. */
export function watchApi(api: ApiClient, slug: string): ApiWatch {
  const answers: Answer[] = [];
  const name = `watched-${++watches}`;
  let isStopped = false;

  const ask = async (question: Question, path: string, body?: object, method?: string) => {
    const askedAt = performance.now();
    const response = await api.ask(path, body, method);
    const text = await response.text();
    answers.push({ question, ms: performance.now() - askedAt, status: response.status, text });
  };
  const liveOn = async () => {
    for (let round = 0; !isStopped; round++) {
      const made = `${name}-${round}`;
      await ask('link', '/urls', { slug: made, url: destinationOf(made) });
      await ask('link', `/urls/${made}`, { title: 'changed' }, 'PATCH');
      await ask('link', `/urls/${made}`);
      await ask('link', `/urls/${made}`, undefined, 'DELETE');
      await sleep(PAUSE_MS);
    }
  };
  const askOn = async (question: Question, path: string) => {
    while (!isStopped) {
      await ask(question, path);
      await sleep(PAUSE_MS);
    }
  };
  const all = Promise.all([
    liveOn(),
    askOn('stats', `/urls/${slug}/stats`),
    askOn('past stats', `/urls/${slug}/stats?from=${dayBefore(9)}&to=${dayBefore(4)}`),
    askOn('usage', '/usage'),
  ]);
  return {
    answers,
    stop: async () => {
      isStopped = true;
      await all;
    },
  };
}
