import fc from 'fast-check';
import Batch from 'kafkajs/src/consumer/batch';
import { hideAborted } from './hide-aborted';

/** What a producer does next; `plain` sends without a transaction. */
const STEPS = fc.array(
  fc.record({
    producer: fc.nat({ max: 3 }),
    does: fc.constantFrom('send', 'send', 'send', 'commit', 'abort', 'plain'),
    messages: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 8, maxLength: 40 },
);

type Fate = { end?: 'commit' | 'abort' };
/** `fate` is undefined for a message without transaction; a control batch has no messages. */
type LoggedBatch = { first: number; last: number; producer: string; fate: Fate | undefined; marker?: number };

/** The log that the steps leave, where each batch shares its fate with the others of its transaction. */
function logOf(steps: typeof STEPS extends fc.Arbitrary<infer Steps> ? Steps : never) {
  const log: LoggedBatch[] = [];
  const open = new Map<string, { fate: Fate; first: number }>();
  const aborted: { producerId: string; firstOffset: string; first: number; last: number }[] = [];
  let end = 0;
  for (const { producer: number, does, messages } of steps) {
    const producer = String(number);
    const transaction = open.get(producer);
    if (does === 'plain') {
      log.push({ first: end, last: end + messages - 1, producer: '-1', fate: undefined });
      end += messages;
    } else if (does === 'send') {
      const begun = transaction ?? { fate: {}, first: end };
      open.set(producer, begun);
      log.push({ first: end, last: end + messages - 1, producer, fate: begun.fate });
      end += messages;
    } else if (transaction) {
      transaction.fate.end = does === 'abort' ? 'abort' : 'commit';
      open.delete(producer);
      const marker = does === 'abort' ? 0 : 1;
      log.push({ first: end, last: end, producer, fate: transaction.fate, marker });
      const { first } = transaction;
      if (marker === 0) aborted.push({ producerId: producer, firstOffset: String(first), first, last: end });
      end++;
    }
  }
  return { log, aborted, end, stable: Math.min(end, ...[...open.values()].map(({ first }) => first)) };
}

const messagesOf = ({ first, last, producer, fate, marker }: LoggedBatch) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    offset: String(first + index),
    key: marker === undefined ? Buffer.from('journal') : Buffer.from([0, 0, 0, marker]),
    isControlRecord: marker !== undefined,
    batchContext: { producerId: producer, inTransaction: fate !== undefined },
  }));

/** Kafka's answer to a fetch at `from` with room for so many batches: whole batches, below the stable offset. */
function answerTo({ log, aborted, stable, end }: ReturnType<typeof logOf>, from: number, room: number) {
  const batches = log.filter(({ first, last }) => last >= from && first < stable).slice(0, room);
  const upTo = (batches.at(-1)?.last ?? from) + 1;
  return {
    partition: 0,
    highWatermark: String(end),
    messages: batches.flatMap(messagesOf),
    abortedTransactions: aborted
      .filter(({ first, last }) => last >= from && first < upTo)
      .map(({ producerId, firstOffset }) => ({ producerId, firstOffset })),
  };
}

it('hands out what was committed and nothing else, wherever a fetch begins and ends', () => {
  const places = fc.record({ share: fc.nat({ max: 99 }), room: fc.integer({ min: 1, max: 45 }) });
  fc.assert(
    fc.property(STEPS, places, (steps, { share, room }) => {
      const logged = logOf(steps);
      const from = Math.floor((logged.end * share) / 100);
      const answer = answerTo(logged, from, room);
      const isSent = new Set(answer.messages.map(({ offset }) => Number(offset)));
      const expected = logged.log
        .filter(({ fate, marker }) => marker === undefined && fate?.end !== 'abort')
        .flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, i) => first + i))
        .filter((offset) => offset >= from && isSent.has(offset));
      const untouched = new Batch('topic', String(from), { ...answer, abortedTransactions: [] });
      const [firstOffset, lastOffset] = [untouched.firstOffset(), untouched.lastOffset()];
      hideAborted(answer);
      const batch = new Batch('topic', String(from), answer);
      expect(batch.messages.map(({ offset }) => Number(offset))).toEqual(expected);
      // reading continues where it would have, even after a batch of which nothing is delivered
      expect([batch.firstOffset(), batch.lastOffset()]).toEqual([firstOffset, lastOffset]);
      expect(batch.isEmptyDueToFiltering()).toBe(expected.length === 0 && answer.messages.length > 0);
    }),
    { numRuns: 2_000 },
  );
});

it('knows an abort marker of a later version by its type, and no other message for one', () => {
  const message = (offset: number, key: number[], isControlRecord = false) => ({
    offset: String(offset),
    key: Buffer.from(key),
    isControlRecord,
    batchContext: { producerId: '7', inTransaction: true },
  });
  // a key of data may look like a marker's
  const messages = [
    message(1, [1]),
    message(2, [0, 0, 0, 0]),
    message(3, [0, 1, 0, 0], true),
    message(4, [1]),
  ];
  hideAborted({ messages, abortedTransactions: [{ producerId: '7', firstOffset: '1' }] });
  expect(messages.map(({ isControlRecord }) => isControlRecord)).toEqual([true, true, true, false]);
});
