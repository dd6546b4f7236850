// Visitors request one link, by default as fast as they can, while it is changed. Measures how long after the API's answer a request
// may still be sent and get the old state. Requests in flight at the answer do not count.

import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../until';
import type { ApiAnswer, ApiCaller } from './api-caller';
import { startAskers, type Asked } from './askers';

const CONNECTIONS = 32;
const OLD = 'https://example.com/old';
const NEW = 'https://example.com/new';

export type Change = {
  name: string;
  make: (call: ApiCaller, slug: string) => Promise<ApiAnswer>;
  isNew: (answer: Asked) => boolean;
};

const isGone = ({ status }: Asked) => status === 404;
const isOld = ({ status, location }: Asked) => status === 302 && location === OLD;

export const changes: readonly Change[] = [
  { name: 'DELETE', make: (call, slug) => call('DELETE', `/urls/${slug}`), isNew: isGone },
  {
    name: 'PATCH of the destination',
    make: (call, slug) => call('PATCH', `/urls/${slug}`, { url: NEW }),
    isNew: ({ status, location }) => status === 302 && location === NEW,
  },
  {
    name: 'pause',
    make: (call, slug) => call('PATCH', `/urls/${slug}`, { isEnabled: false }),
    isNew: isGone,
  },
];

export type ChangeWatch = {
  /** Makes a link with that slug. Resolves when every visitor, and so every worker, has found it. */
  aimAt: (slug: string) => Promise<void>;
  /** Time from the answer to the last request that got the old state, ms; negative when that was before the answer. */
  lastSeen: (change: Change, call: ApiCaller, forMs: number) => Promise<number>;
  /** Answers so far. */
  answered: () => number;
  stop: () => Promise<void>;
};

/** `call` makes the links; `port` is the redirector's; `pauseMs`: between a visitor's requests. */
export function watchChanges(port: number, call: ApiCaller, pauseMs = 0): ChangeWatch {
  let slug = 'nothing-yet';
  let answers: Asked[] = [];
  let answered = 0;
  const visitors = startAskers(
    {
      next: () => `/${slug}`,
      onAnswer: (answer) => {
        answered++;
        if (answer.path === `/${slug}`) answers.push(answer);
      },
    },
    { port, connections: CONNECTIONS, pauseMs },
  );
  return {
    aimAt: async (name) => {
      expect((await call('POST', '/urls', { url: OLD, slug: name })).status).toBe(201);
      answers = [];
      slug = name;
      await until(
        () => new Set(answers.filter(isOld).map(({ connection }) => connection)).size === CONNECTIONS,
        { what: 'every worker answers the link' },
      );
      answers = [];
    },
    lastSeen: async ({ make, isNew }, caller, forMs) => {
      const { status, at } = await make(caller, slug);
      expect(status).toBe(200);
      await sleep(forMs);
      const seen = answers;
      expect(seen.filter((answer) => !isOld(answer) && !isNew(answer))).toEqual([]);
      expect(seen.filter((answer) => isNew(answer) && answer.sentAt > at).length).toBeGreaterThan(
        CONNECTIONS,
      );
      const lastAsked = seen.filter(isOld).reduce((last, { sentAt }) => Math.max(last, sentAt), -Infinity);
      expect(lastAsked).toBeGreaterThan(-Infinity);
      return lastAsked - at;
    },
    answered: () => answered,
    stop: visitors.stop,
  };
}
