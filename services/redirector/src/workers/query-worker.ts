// Queries one worker for its checks or its metrics, within a time limit. Runs in the primary.

import type { Worker } from 'node:cluster';
import { isToPrimary, type ToPrimary } from './worker-message';

/** Longer than the worker's own time limit for its checks. */
const TIMEOUT_MS = 1_500;

type Answer<About> = Extract<ToPrimary, { kind: About }>;

let lastId = 0;

/** Undefined when there is no answer in time: the worker has ended, or its event loop is blocked. */
export function queryWorker<About extends 'checks' | 'metrics'>(
  worker: Worker,
  about: About,
): Promise<Answer<About> | undefined> {
  const id = ++lastId;
  const isAnswer = (message: unknown): message is Answer<About> =>
    isToPrimary(message) && message.kind === about && message.id === id;
  return new Promise((resolve) => {
    const end = (answer?: Answer<About>) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('exit', onExit);
      resolve(answer);
    };
    const onMessage = (message: unknown) => {
      if (isAnswer(message)) end(message);
    };
    const onExit = () => end();
    const timer = setTimeout(end, TIMEOUT_MS);
    worker.on('message', onMessage).on('exit', onExit);
    if (worker.isConnected()) worker.send({ kind: 'ask', id, about }, () => undefined);
    else end();
  });
}
