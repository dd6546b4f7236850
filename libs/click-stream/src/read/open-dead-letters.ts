// The dead-letter topic keeps unreadable lines and messages for a person to inspect. Best effort and bounded: it must
// neither stop the stream nor fill a disk.

import { isPlatformatic, type StreamClient } from '../client/stream-client';
import { kafkajsLetters, platformaticLetters, type LetterProducer } from './letter-producer';

export type DeadLetter = {
  partition: number;
  /** Offset of the message, or of the batch that it was in. */
  offset: number;
  reason: string;
  text: string;
};

export type DeadLetterTopic = {
  /** Resolves with how many were sent; the rest exceeds the bound. Rejects when the topic does not take them. */
  send: (letters: readonly DeadLetter[]) => Promise<number>;
  close: () => Promise<void>;
};

/** A few thousand an hour are enough to find the cause. */
const MAX_PER_HOUR = 2_000;
const MAX_TEXT_LENGTH = 2_000;
const HOUR_MS = 3_600_000;

export function openDeadLetters(deps: { kafka: StreamClient }, config: { topic: string }): DeadLetterTopic {
  let opened: Promise<LetterProducer> | undefined;
  let hour = 0;
  let sentInHour = 0;

  const open = () =>
    isPlatformatic(deps.kafka)
      ? platformaticLetters(deps.kafka, config.topic)
      : kafkajsLetters(deps.kafka, config.topic);
  const drop = async (producer: Promise<LetterProducer>) => {
    if (opened === producer) opened = undefined;
    await producer.then((open) => open.close()).catch(() => undefined);
  };
  const room = () => {
    const now = Math.floor(performance.now() / HOUR_MS);
    if (now !== hour) sentInHour = 0;
    hour = now;
    return MAX_PER_HOUR - sentInHour;
  };

  return {
    send: async (letters) => {
      const fitting = letters.slice(0, Math.max(0, room()));
      if (fitting.length === 0) return 0;
      sentInHour += fitting.length;
      const producer = (opened ??= open());
      const messages = fitting.map(({ text, ...origin }) => ({
        key: String(origin.partition),
        value: JSON.stringify({ ...origin, text: text.slice(0, MAX_TEXT_LENGTH) }),
      }));
      try {
        await (await producer).send(messages);
      } catch (error) {
        void drop(producer);
        throw error;
      }
      return fitting.length;
    },
    close: async () => {
      if (opened) await drop(opened);
    },
  };
}
