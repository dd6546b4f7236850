// A tenant at its usual work: creates, lists and searches until it is told to stop.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiAnswer } from '../links/api-caller';
import type { LinkApi } from '../links/link-world';

const PAUSE_MS = 20;

/** `stop` resolves with all statuses that came, and how many answers. */
export function startWorkOfTenant(api: LinkApi, token: string) {
  const answers: ApiAnswer[] = [];
  let isStopped = false;
  const work = async () => {
    for (let turn = 0; !isStopped; turn++) {
      const body = { url: `https://example.com/${turn}` };
      answers.push(await api.call('POST', '/urls', body, token));
      // two at once, as a page asks
      const both = [api.call('GET', '/urls?limit=100', undefined, token)];
      both.push(api.call('GET', '/urls?q=example', undefined, token));
      answers.push(...(await Promise.all(both)));
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
