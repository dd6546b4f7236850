// A tenant at its usual work: creates, lists and searches until it is stopped.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiAnswer } from '../links/api-caller';
import type { LinkApi } from '../links/link-world';

const PAUSE_MS = 20;
/** A tenant is throttled after a search that takes longer (list-links.ts), whatever slowed it down. */
const LONG_SEARCH_MS = 250;
const TOO_MANY = 429;

/** `stop` resolves with the distinct statuses and the number of answers, without 429s that follow long searches. */
export function startWorkOfTenant(api: LinkApi, token: string) {
  const answers: ApiAnswer[] = [];
  let longSearches = 0;
  let isStopped = false;
  const search = async () => {
    const began = performance.now();
    const answer = await api.call('GET', '/urls?q=example', undefined, token);
    if (answer.status === TOO_MANY && longSearches > 0) return;
    answers.push(answer);
    if (performance.now() - began > LONG_SEARCH_MS) longSearches++;
  };
  const list = async () => answers.push(await api.call('GET', '/urls?limit=100', undefined, token));
  const work = async () => {
    for (let turn = 0; !isStopped; turn++) {
      const body = { url: `https://example.com/${turn}` };
      answers.push(await api.call('POST', '/urls', body, token));
      // two at once, as a page of the web app sends them
      await Promise.all([list(), search()]);
      await sleep(PAUSE_MS);
    }
  };
  const ended = work();
  return {
    stop: async () => {
      isStopped = true;
      await ended;
      const statuses = [...new Set(answers.map(({ status }) => status))].sort();
      return { statuses, count: answers.length };
    },
  };
}
