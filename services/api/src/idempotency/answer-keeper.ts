// Keeps the stored answers from piling up: makeApi starts it beside the requests.

import type { Db } from '@kurz/database';
import type { Log } from '@kurz/process';
import { forgetOldAnswers } from './forget-old-answers';

const LOOP_MS = 10 * 60_000;

export type AnswerKeeper = { start: () => void; close: () => Promise<void> };

/** A turn that fails is made up for by the next. */
export function makeAnswerKeeper({ db, log }: { db: Db; log: Log }): AnswerKeeper {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const turn = async () => {
    try {
      const forgotten = await forgetOldAnswers(db);
      if (forgotten > 0) log.info({ event: 'idempotent_answers_forgotten', forgotten });
    } catch (error) {
      log.warn({ event: 'idempotent_answers_not_forgotten', error: String(error) });
    }
  };

  return {
    start: () => {
      timer ??= setInterval(() => {
        running = turn();
      }, LOOP_MS);
    },
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
