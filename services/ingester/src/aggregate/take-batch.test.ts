import { encodeVisit, readVisit, type Visit } from '@kurz/click-event';
import { makeClassifier } from '@kurz/visitor-facts';
import type { PartitionSource } from '../source/partition-source';
import { makeBatchTakers } from './make-batch-takers';
import type { VisitSum } from './sum-lines';
import { MAX_DAYS, reformBatch, takeBatch } from './take-batch';

const DAY_MS = 86_400_000;

const lineWith = (day: number, ids: Partial<Visit>) =>
  encodeVisit({
    time: day * DAY_MS + 1,
    workspaceId: 'ws_1',
    linkId: `lnk_${day}`,
    isScan: false,
    method: 'GET',
    purpose: '',
    userAgent: '',
    referrerHost: '',
    language: '',
    network: '',
    ...ids,
  });
const lineOn = (day: number) => lineWith(day, {});

/** A stream of these lines; a line's position is its index. `end` is where its writer says that it ends. */
function sourceOf(lines: readonly string[], end = lines.length, to?: number): PartitionSource {
  return {
    partition: 0,
    isComplete: false,
    begin: () => Promise.resolve(0),
    read: (from, limits) => {
      const until = 'to' in limits ? limits.to : Math.min(lines.length, from + limits.maxVisits);
      const isEnd = until === lines.length && from < until;
      return Promise.resolve({
        to: (isEnd ? to : undefined) ?? until,
        lines: lines.slice(from, until).map(readVisit),
        skipped: 0,
      });
    },
    waitForMore: () => Promise.resolve(),
    more: () => Promise.resolve(false),
    isBehind: () => Promise.resolve(false),
    syncedEnd: () => Promise.resolve(end),
  };
}

/** The same stream, whose lines arrive `size` at a time. */
function arrivingSource(lines: readonly string[], size: number): PartitionSource {
  const all = sourceOf(lines);
  return {
    ...all,
    read: (from, limits) => {
      if ('to' in limits) return all.read(from, limits);
      const maxVisits = Math.min(limits.maxVisits, size, (limits.before ?? Infinity) - from);
      return all.read(from, { maxVisits });
    },
    more: (from) => Promise.resolve(from < lines.length),
  };
}

/** Keeps the visits as they are. */
function allVisits(): VisitSum<Visit[]> {
  const visits: Visit[] = [];
  return { add: (visit) => visits.push(visit) > 0, result: () => visits };
}
const take = (source: PartitionSource, from: number, maxVisits: number) =>
  takeBatch(source, { from, maxVisits }, allVisits);

describe('a batch', () => {
  it('is empty where the stream ends', async () => {
    const batch = await take(sourceOf([lineOn(1)]), 1, 10);
    expect(batch).toMatchObject({ from: 1, to: 1, sum: [], visits: 0, isFull: false });
  });

  it('holds as many lines as it may and says that more may wait', async () => {
    const source = sourceOf(Array.from({ length: 2_500 }, () => lineOn(1)));
    const first = await take(source, 0, 2_000);
    expect([first.to, first.visits, first.isFull]).toEqual([2_000, 2_000, true]);
    const second = await take(source, first.to, 2_000);
    expect([second.to, second.visits, second.isFull]).toEqual([2_500, 500, false]);
  });

  it('ends before one day too many, wherever that day comes', async () => {
    const days = [...Array.from({ length: MAX_DAYS }, (_, index) => index), 3, 5, 500, 501, 3];
    const source = sourceOf(days.map(lineOn));
    const first = await take(source, 0, 10_000);
    expect([first.to, first.visits, first.isFull]).toEqual([MAX_DAYS + 2, MAX_DAYS + 2, true]);
    expect((await take(source, first.to, 10_000)).to).toBe(days.length);
  });

  it('takes what is on its way as well, up to as much as it may hold', async () => {
    const source = arrivingSource(
      Array.from({ length: 100 }, () => lineOn(1)),
      10,
    );
    expect(await take(source, 0, 35)).toMatchObject({ to: 35, visits: 35, isFull: true });
    expect(await take(source, 35, 1_000)).toMatchObject({ to: 100, visits: 65, isFull: false });
  });

  it('ends where it is told that the next one begins', async () => {
    const source = arrivingSource(
      Array.from({ length: 100 }, () => lineOn(1)),
      10,
    );
    const batch = await takeBatch(source, { from: 5, maxVisits: 50, before: 33 }, allVisits);
    expect(batch).toMatchObject({ from: 5, to: 33, visits: 28, isFull: true });
  });

  it('ends with what it had when more of too many days arrives', async () => {
    const days = Array.from({ length: 2 * MAX_DAYS }, (_, index) => index);
    const source = arrivingSource(days.map(lineOn), 40);
    const first = await take(source, 0, 10_000);
    expect([first.to, first.visits, first.sum.length, first.isFull]).toEqual([80, 80, 80, true]);
    expect((await take(source, 80, 10_000)).to).toBe(160);
  });

  it('sets lines aside that are no visits and goes past them', async () => {
    const batch = await take(sourceOf([lineOn(1), 'nonsense', '', lineOn(2)]), 0, 10);
    expect(batch.sum.map((visit) => visit.linkId)).toEqual(['lnk_1', 'lnk_2']);
    expect(batch.poison).toEqual([
      { line: 'nonsense', reason: 'unknown_version' },
      { line: '', reason: 'unknown_version' },
    ]);
    expect(batch.to).toBe(4);
  });

  it.each(['lnk\0', "lnk'", 'lnk\\', 'lnk 1', 'lnk\x7f', 'l'.repeat(101)])(
    'sets a line aside whose ids no store takes, whichever sink takes it: %j',
    async (id) => {
      const takes = makeBatchTakers(makeClassifier({ countryOf: () => 'DE' }), { maxVisits: 10 });
      const bad = [
        lineWith(1, { linkId: id }),
        lineWith(1, { workspaceId: id }),
        lineWith(3, { workspaceId: id }),
      ];
      const source = sourceOf([lineOn(1), ...bad, lineOn(2), lineWith(2, { linkId: 'lnk_\u00e9' })]);
      const hits = await takes.hits({ source })(0);
      const aggregated = await takes.aggregated({ source })(0);
      expect(hits.sum.map(({ linkId }) => linkId)).toEqual(['lnk_1', 'lnk_2', 'lnk_\u00e9']);
      expect(aggregated.sum.map(({ linkId }) => linkId)).toEqual(['lnk_1', 'lnk_2', 'lnk_\u00e9']);
      for (const batch of [hits, aggregated]) {
        expect(batch).toMatchObject({ to: 6, visits: 3 });
        expect(batch.poison).toEqual(bad.map((line) => ({ line, reason: 'bad_id' })));
      }
    },
  );

  it('never ends behind the last line, even where the reader already stands at a segment to come', async () => {
    const source = sourceOf([lineOn(1)], 1, 512);
    expect(await take(source, 0, 10)).toMatchObject({ to: 1 });
    expect(await take(source, 0, 1)).toMatchObject({ to: 1 });
  });

  it('of an open intent has all lines of the intent and no other, whatever limits hold now', async () => {
    const source = sourceOf(Array.from({ length: 300 }, (_, index) => lineOn(index)));
    const batch = await reformBatch(source, { from: 10, to: 250 }, allVisits);
    expect(batch.sum).toHaveLength(240);
    expect(batch).toMatchObject({ from: 10, to: 250 });
  });
});
