import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ConsumerName } from '../source/consumer-name';
import { makeSharedBatchCache, type AggregatedBatch, type BatchCache } from './shared-batch-cache';

const MIN = 10;
const MAX = 100;
const never = new AbortController().signal;
setMaxListeners(0, never);

function sharing() {
  let skipped = 0;
  let aggregates = 0;
  const cacheHits: ConsumerName[] = [];
  const shared = makeSharedBatchCache(
    { now: () => performance.now() + skipped, onHit: (name) => void cacheHits.push(name) },
    { minBatchVisits: MIN, maxKeptVisits: MAX },
  );
  const batch = (from: number, to: number, visits: number): AggregatedBatch => ({
    from,
    to,
    sum: [],
    visits,
    lastTime: undefined,
    poison: [],
    skipped: 0,
    ranges: [],
    isFull: true,
  });
  const aggregate = (from: number, to: number, visits = to - from) => {
    return () => {
      aggregates += 1;
      return Promise.resolve(batch(from, to, visits));
    };
  };
  const joined = (name: ConsumerName, position: number, partition = 0): BatchCache => {
    const cache = shared.join(partition, name, never);
    cache.standsAt(position);
    return cache;
  };
  return {
    shared,
    joined,
    aggregate,
    cacheHits,
    aggregates: () => aggregates,
    goOn: (ms: number) => void (skipped += ms),
  };
}

describe('what one consumer has aggregated', () => {
  it('is there for the others, who aggregate nothing themselves', async () => {
    const { joined, aggregate, aggregates, cacheHits } = sharing();
    const [hits, live, consolidate] = [joined('hits', 0), joined('live', 0), joined('consolidate', 0)];
    const first = await hits.take(aggregate(0, 20));
    hits.standsAt(20);
    expect([hits.hasNext(), live.hasNext()]).toEqual([false, true]);
    expect(await live.take(aggregate(0, 99))).toBe(first);
    expect(await consolidate.take(aggregate(0, 99))).toBe(first);
    expect(aggregates()).toBe(1);
    expect(cacheHits).toEqual(['live', 'consolidate']);
  });

  it('is kept for who has joined and has not come yet', async () => {
    const { shared, joined, aggregate } = sharing();
    const hits = joined('hits', 40);
    const live = shared.join(0, 'live', never);
    const batch = await hits.take(aggregate(40, 80));
    live.standsAt(40);
    expect(await live.take(aggregate(40, 99))).toBe(batch);
  });

  it('is waited for while it is being made', async () => {
    const { joined, aggregate, aggregates } = sharing();
    const [hits, live] = [joined('hits', 0), joined('live', 0)];
    const both = await Promise.all([hits.take(aggregate(0, 20)), live.take(aggregate(0, 99))]);
    expect(both[0]).toBe(both[1]);
    expect(aggregates()).toBe(1);
  });

  it('is found again by who has to write it once more, with those bounds and no others', async () => {
    const { joined, aggregate } = sharing();
    const [consolidate] = [joined('consolidate', 0), joined('live', 0)];
    const batch = await consolidate.take(aggregate(0, 20));
    expect(await consolidate.find({ from: 0, to: 20 })).toBe(batch);
    expect(await consolidate.find({ from: 0, to: 19 })).toBeUndefined();
    expect(await consolidate.find({ from: 1, to: 20 })).toBeUndefined();
  });

  it('is forgotten when all have passed it', async () => {
    const { joined, aggregate } = sharing();
    const [hits, live] = [joined('hits', 0), joined('live', 0)];
    await hits.take(aggregate(0, 20));
    hits.standsAt(20);
    live.standsAt(20);
    live.standsAt(0);
    expect(live.hasNext()).toBe(false);
  });

  it('is not kept when it is little, and is no concern of another partition', async () => {
    const { joined, aggregate, aggregates } = sharing();
    const [hits, live, elsewhere] = [joined('hits', 0), joined('live', 0), joined('live', 0, 1)];
    await hits.take(aggregate(0, MIN - 1));
    hits.standsAt(MIN - 1);
    expect(live.hasNext()).toBe(false);
    await hits.take(aggregate(MIN - 1, 50));
    live.standsAt(MIN - 1);
    expect([live.hasNext(), elsewhere.hasNext()]).toEqual([true, false]);
    expect(aggregates()).toBe(2);
  });

  it('ends where the next one begins, so that all are in step again', async () => {
    const { joined, aggregate } = sharing();
    const [hits, live] = [joined('hits', 30), joined('live', 10)];
    await hits.take(aggregate(30, 60));
    expect([live.nextBegin(), hits.nextBegin()]).toEqual([30, undefined]);
  });
});

describe('a consumer aggregates by itself', () => {
  it('when nobody comes after it', async () => {
    const { joined, aggregate, aggregates } = sharing();
    const [hits] = [joined('hits', 0), joined('live', 5)];
    expect(await hits.take(aggregate(0, 20))).toBeUndefined();
    expect(aggregates()).toBe(0);
  });

  it('when the one that comes after it has come no further for long, however often it tries', async () => {
    const { joined, aggregate, goOn } = sharing();
    const [hits, live] = [joined('hits', 0), joined('live', 0)];
    goOn(60_000);
    live.standsAt(0);
    expect(await hits.take(aggregate(0, 20))).toBeUndefined();
  });

  it('when what it waited for was little, and may share again when it failed', async () => {
    const { joined, aggregate, aggregates } = sharing();
    const [hits, live] = [joined('hits', 0), joined('live', 0)];
    const little = hits.take(aggregate(0, MIN - 1));
    expect(await live.take(aggregate(0, 99))).toBeUndefined();
    await little;
    const failing = hits.take(() => Promise.reject(new Error('the stream is away')));
    const after = live.take(aggregate(0, 20));
    await expect(failing).rejects.toThrow('the stream is away');
    expect((await after)?.to).toBe(20);
    expect(aggregates()).toBe(2);
  });
});

describe('who is ahead while as much is kept as may be', () => {
  const crowd = async (s: ReturnType<typeof sharing>) => {
    const [hits, live] = [s.joined('hits', 0), s.joined('live', 0)];
    await hits.take(s.aggregate(0, MAX));
    hits.standsAt(MAX);
    return { hits, live };
  };
  const hasEnded = async (waiting: Promise<void>) => {
    let isOver = false;
    void waiting.then(() => (isOver = true));
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    return isOver;
  };

  it('waits until the others have come after', async () => {
    const s = sharing();
    const { hits, live } = await crowd(s);
    const waiting = hits.waitForOthers(never);
    expect(await hasEnded(waiting)).toBe(false);
    live.standsAt(MAX);
    expect(await hasEnded(waiting)).toBe(true);
  });

  it('waits for nobody that comes no further, nor for one whose partition is lost', async () => {
    const quiet = sharing();
    const { hits } = await crowd(quiet);
    quiet.goOn(60_000);
    expect(await hasEnded(hits.waitForOthers(never))).toBe(true);

    const s = sharing();
    const losing = new AbortController();
    const ahead = s.joined('hits', 0);
    s.shared.join(0, 'live', losing.signal).standsAt(0);
    await ahead.take(s.aggregate(0, MAX));
    ahead.standsAt(MAX);
    const waiting = ahead.waitForOthers(never);
    expect(await hasEnded(waiting)).toBe(false);
    losing.abort();
    expect(await hasEnded(waiting)).toBe(true);
  });

  it('goes on after a moment, and when it has to stop; what is oldest makes room', async () => {
    const s = sharing();
    const { hits, live } = await crowd(s);
    const stopping = new AbortController();
    const waiting = hits.waitForOthers(stopping.signal);
    stopping.abort();
    expect(await hasEnded(waiting)).toBe(true);
    await hits.waitForOthers(never);
    await hits.take(s.aggregate(MAX, MAX + 20));
    expect([live.hasNext(), live.nextBegin()]).toEqual([false, MAX]);
  });
});
