import { once } from 'node:events';
import { VisitTexts } from '@kurz/click-event';
import type { StreamSession } from '@kurz/click-stream';
import { makeKafkaPartition } from './kafka-partition';

/** Everything before 100 has been received and the topic ends there, by default. */
function sourceOf(
  facts: { end?: number; holdsPlenty?: boolean; hasNext?: boolean; nothingComes?: boolean } = {},
) {
  const { end = 100, holdsPlenty = false, hasNext = false, nothingComes = false } = facts;
  const calls: string[] = [];
  const cache = {
    standsAt: (offset: number) => void calls.push(`stands at ${offset}`),
    hasNext: () => hasNext,
    waitForOthers: () => Promise.resolve(void calls.push('waits for others')),
  };
  const session: StreamSession = {
    partition: 0,
    lost: new AbortController().signal,
    messagesFrom: () => Promise.resolve([]),
    passed: (offset) => void calls.push(`passed ${offset}`),
    letGo: () => void calls.push('let go'),
    holdsPlenty: () => holdsPlenty,
    reached: () => 100,
    waitBeyond: async (offset, signal) => {
      calls.push(`waits beyond ${offset}`);
      if (nothingComes && !signal.aborted) await once(signal, 'abort');
    },
    commit: () => Promise.resolve(),
    recommit: () => Promise.resolve(),
    lastCommit: () => undefined,
  };
  const range = () => Promise.resolve({ begin: 0, end });
  const texts = new VisitTexts();
  const stopping = new AbortController();
  const source = makeKafkaPartition({ session, texts, cache, range, signal: stopping.signal });
  return { source, calls, stop: () => stopping.abort() };
}

describe('the stream in Kafka', () => {
  it('is behind while it holds more than has come, or much that has come waits to be counted', async () => {
    expect(await sourceOf().source.isBehind()).toBe(false);
    expect(await sourceOf({ end: 101 }).source.isBehind()).toBe(true);
    expect(await sourceOf({ holdsPlenty: true }).source.isBehind()).toBe(true);
  });

  it('makes room for what comes before anybody waits for it', async () => {
    const { source, calls } = sourceOf();
    await source.waitForMore(60, new AbortController().signal);
    expect(calls).toEqual(['stands at 60', 'passed 60', 'waits for others', 'waits beyond 60']);
  });

  it('is neither read nor waited for where another consumer has aggregated what comes', async () => {
    const { source, calls } = sourceOf({ hasNext: true });
    await source.waitForMore(60, new AbortController().signal);
    expect(calls).toEqual(['stands at 60', 'let go']);
    expect(await source.isBehind()).toBe(true);
  });

  it('keeps nobody who has to stop', async () => {
    // its own timeout never ends: only the stop can end the wait
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    const { source, stop } = sourceOf({ end: 200, nothingComes: true });
    const waiting = source.more(100);
    setImmediate(stop);
    expect(await waiting).toBe(false);
    timeout.mockRestore();
  });

  it('gives a batch more of what it is known to hold, and makes room for that; else the batch ends', async () => {
    const atItsEnd = sourceOf();
    expect(await atItsEnd.source.more(100)).toBe(false);
    expect(atItsEnd.calls).toEqual([]);
    const behind = sourceOf({ end: 200 });
    expect(await behind.source.more(60)).toBe(true);
    // nothing came
    expect(await behind.source.more(100)).toBe(false);
    expect(behind.calls).toEqual(['passed 60', 'waits beyond 60', 'passed 100', 'waits beyond 100']);
  });
});
