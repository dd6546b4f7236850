// Sends unreadable lines and messages to the dead-letter topic. A batch that is written but not committed sends them
// again.

import type { DeadLetterTopic } from '@kurz/click-stream';
import type { Log } from '@kurz/process';
import type { DeadLetters } from './dead-letters';

type Deps = { topic: DeadLetterTopic; log: Log; onSent: (letters: number) => void };

/** Best effort: a message that cannot be kept must not stop the others. */
export function makeStreamDeadLetters({ topic, log, onSent }: Deps): DeadLetters {
  return async ({ partition, from }, poison) => {
    if (poison.length === 0) return;
    log.warn({
      event: 'lines_are_no_visits',
      partition,
      from,
      lines: poison.length,
      reason: poison[0]?.reason,
      runbook: 'Lines that are no visits',
    });
    try {
      const letters = poison.map(({ line, reason }) => ({ partition, offset: from, reason, text: line }));
      onSent(await topic.send(letters));
    } catch (error) {
      log.warn({ event: 'dead_letters_not_kept', reason: String(error) });
    }
  };
}
