import type { StreamSession } from '@kurz/click-stream';
import { makeStreamSource } from './stream-source';

/** Everything before 100 has been received and the topic ends there, unless told. */
function sourceOf(facts: { end?: number; holdsPlenty?: boolean } = {}) {
  const { end = 100, holdsPlenty = false } = facts;
  const told: string[] = [];
  const session: StreamSession = {
    partition: 0,
    lost: new AbortController().signal,
    messagesFrom: () => Promise.resolve([]),
    passed: (offset) => void told.push(`passed ${offset}`),
    holdsPlenty: () => holdsPlenty,
    reached: () => 100,
    waitBeyond: (offset) => {
      told.push(`waits beyond ${offset}`);
      return Promise.resolve();
    },
    commit: () => Promise.resolve(),
    recommit: () => Promise.resolve(),
    lastCommit: () => undefined,
  };
  const range = () => Promise.resolve({ begin: 0, end });
  return { source: makeStreamSource({ session, range, signal: session.lost }), told };
}

describe('the stream in Kafka', () => {
  it('is behind while it holds more than has come, or much that has come waits to be counted', async () => {
    expect(await sourceOf().source.isBehind?.(0)).toBe(false);
    expect(await sourceOf({ end: 101 }).source.isBehind?.(0)).toBe(true);
    expect(await sourceOf({ holdsPlenty: true }).source.isBehind?.(0)).toBe(true);
  });

  it('makes room for what comes before anybody waits for it', async () => {
    const { source, told } = sourceOf();
    await source.waitForMore(0, 60, new AbortController().signal);
    expect(told).toEqual(['passed 60', 'waits beyond 60']);
  });
});
