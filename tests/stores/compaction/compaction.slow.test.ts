import type { ClickHouse } from '@kurz/click-tables';
import { silentLog } from '@kurz/process';
import type { CompactionSettings } from '../../../services/ingester/src/compact/compaction';
import { makeCompactor, type CompactionStep } from '../../../services/ingester/src/compact/make-compactor';
import {
  countPlans,
  countTwoDays,
  NOW,
  startCompaction,
  WORKSPACE,
  type CompactionStores,
} from './start-compaction';

const SETTINGS: CompactionSettings = {
  graceMs: 0,
  writeWithinMs: 600_000,
  writeMs: 0,
  minRows: 10,
  busyLinkRows: 15,
  maxDays: 31,
};
const LINK = 'lnk_a';
const BOTH_DAYS = {
  isReported: true,
  requests: { '2026-03-01': 100, '2026-03-02': 60, '2026-03-14': 20 },
  countries: { DE: 120, FR: 40 },
  humans: 160,
};

let stores: CompactionStores;
beforeAll(async () => (stores = await startCompaction()));
afterAll(() => stores.close());
beforeEach(() => stores.reset());

const compactorWith = (settings: Partial<CompactionSettings> = {}) =>
  makeCompactor({ ...stores, clock: { now: () => NOW }, log: silentLog }, { ...SETTINGS, ...settings });

/** Steps until `step`. For `settled`, first sets the compaction's waiting times back, so that it need not wait. */
async function stepTo(compact: () => Promise<CompactionStep>, step: CompactionStep): Promise<void> {
  if (step === 'settled') await stores.ripen();
  for (;;) {
    const took = await compact();
    if (took === step) return;
    expect(took).toBe('waiting');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('compaction of closed days', () => {
  it('leaves one row for each key, and readers see the same sums after every step', async () => {
    await countTwoDays(stores, LINK);
    const compact = compactorWith();
    expect(await stores.seen(LINK)).toEqual(BOTH_DAYS);
    for (const step of ['planned', 'written', 'settled', 'nothing'] as const) {
      await stepTo(compact, step);
      expect(await stores.seen(LINK)).toEqual(BOTH_DAYS);
    }
    expect(await stores.rowsOf(LINK, '2026-03-01')).toBe(1);
    expect(await stores.rowsOf(LINK, '2026-03-02')).toBe(1);
  });

  it('keeps whom another shortener has counted', async () => {
    await countPlans(
      stores,
      LINK,
      [1, 20],
      [{ at: '2026-03-01T12', requests: 3, by: { imported: { bitly: 2 } } }],
    );
    const compact = compactorWith();
    for (const step of ['planned', 'written', 'settled', 'nothing'] as const) await stepTo(compact, step);
    const { client, database } = stores.clickHouse;
    const answer = await client.query({
      query: `SELECT key, humans FROM ${database}.clicks_daily_by FINAL WHERE link_id = '${LINK}' AND dimension = 'imported'`,
      format: 'JSONEachRow',
    });
    expect(await answer.json()).toEqual([{ key: 'bitly', humans: 40 }]);
  });

  it('leaves yesterday and days with few rows as they are', async () => {
    await countTwoDays(stores, LINK);
    await stores.count(LINK, 30, [{ at: '2026-02-03T12', requests: 7 }]);
    const compact = compactorWith();
    for (const step of ['planned', 'written', 'settled', 'nothing'] as const) await stepTo(compact, step);
    expect(await stores.rowsOf(LINK, '2026-03-14')).toBe(20);
    expect(await stores.rowsOf(LINK, '2026-02-03')).toBe(1);
  });

  it('folds a day of many quiet links for the one that is busy', async () => {
    await countTwoDays(stores, LINK);
    const quiet = Array.from({ length: 40 }, (_, at) => ({
      linkId: `lnk_quiet_${at}`,
      planFrom: 21 + at,
      hours: [{ at: '2026-03-01T12', requests: 1 }],
    }));
    await stores.countAll(quiet, 61);
    const compact = compactorWith();
    for (const step of ['planned', 'written', 'settled', 'nothing'] as const) await stepTo(compact, step);
    expect(await stores.rowsOf(LINK, '2026-03-01')).toBe(1);
    expect((await stores.seen(LINK)).requests).toEqual(BOTH_DAYS.requests);
  });

  it.each(['planned', 'written', 'settled'] as const)(
    'counts a visit that arrives late, when the compaction of its day is %s, once',
    async (moment) => {
      await countTwoDays(stores, LINK);
      const compact = compactorWith();
      for (const step of ['planned', 'written', 'settled', 'nothing'] as const) {
        await stepTo(compact, step);
        if (step === moment) {
          await stores.count(LINK, 40, [{ at: '2026-03-01T12', requests: 1, by: { geo: { AT: 1 } } }]);
        }
      }
      const expected = {
        isReported: true,
        requests: { ...BOTH_DAYS.requests, '2026-03-01': 101 },
        countries: { AT: 1, ...BOTH_DAYS.countries },
        humans: 161,
      };
      expect(await stores.seen(LINK)).toEqual(expected);
      // it still counts once when the day is compacted again
      await countPlans(stores, LINK, [50, 69], [{ at: '2026-03-01T12', requests: 1 }]);
      for (const step of ['planned', 'written', 'settled', 'nothing'] as const) {
        await stepTo(compact, step);
        expect(await stores.seen(LINK)).toEqual({
          isReported: true,
          requests: { ...expected.requests, '2026-03-01': 121 },
          countries: { ...expected.countries, DE: 140 },
          humans: 181,
        });
      }
      expect(await stores.rowsOf(LINK, '2026-03-01')).toBe(1);
    },
  );

  it('lays the folded days of a year together, because a partition for each month is slow to read', async () => {
    await countTwoDays(stores, LINK);
    await countPlans(stores, LINK, [30, 49], [{ at: '2026-01-05T12', requests: 2 }]);
    const compact = compactorWith();
    for (const step of ['planned', 'written', 'settled', 'nothing'] as const) await stepTo(compact, step);
    expect(await stores.folded('2026-01-05')).toEqual({ requests: 40, partitions: ['2026'] });
    expect(await stores.folded('2026-03-01')).toEqual({ requests: 100, partitions: ['2026'] });
  });

  it('counts nothing that was written by an attempt which was cut off, also without FINAL', async () => {
    await countTwoDays(stores, LINK);
    await stepTo(compactorWith(), 'planned');
    const client = Object.create(stores.clickHouse.client) as ClickHouse['client'];
    let calls = 0;
    client.command = (parameters) =>
      ++calls > 2 ? Promise.reject(new Error('cut off')) : stores.clickHouse.client.command(parameters);
    const cutOff = makeCompactor(
      {
        ...stores,
        clickHouses: [{ ...stores.clickHouse, client }],
        clock: { now: () => NOW },
        log: silentLog,
      },
      SETTINGS,
    );
    await expect(cutOff()).rejects.toThrow('cut off');
    expect(await stores.seen(LINK)).toEqual(BOTH_DAYS);
    for (const step of ['written', 'settled', 'nothing'] as const) {
      await stepTo(compactorWith(), step);
      expect(await stores.seen(LINK)).toEqual(BOTH_DAYS);
    }
    expect((await stores.folded('2026-03-01'))?.requests).toBe(100);
    expect((await stores.folded('2026-03-02'))?.requests).toBe(60);
  });

  it('folds nothing of a plan that is not committed', async () => {
    await countTwoDays(stores, LINK);
    await stores.count(LINK, 40, [{ at: '2026-03-01T12', requests: 9 }], { isCommitted: false });
    const compact = compactorWith();
    for (const step of ['planned', 'written', 'settled'] as const) await stepTo(compact, step);
    expect(await stores.seen(LINK)).toEqual(BOTH_DAYS);
    // the ingester writes the plan again and commits it
    await stores.count(LINK, 40, [{ at: '2026-03-01T12', requests: 9 }]);
    expect((await stores.seen(LINK)).requests).toEqual({ ...BOTH_DAYS.requests, '2026-03-01': 109 });
  });

  it('passes over rows that a frozen writer puts there again after they were folded', async () => {
    await countTwoDays(stores, LINK);
    const compact = compactorWith();
    for (const step of ['planned', 'written'] as const) await stepTo(compact, step);
    await stores.count(LINK, 3, [{ at: '2026-03-01T12', requests: 5, bots: 1 }], { isCommitted: false });
    expect(await stores.seen(LINK)).toEqual(BOTH_DAYS);
    await stepTo(compact, 'settled');
    expect(await stores.seen(LINK)).toEqual(BOTH_DAYS);
    // rows that come after the compaction is settled are not taken into the day's next compaction either
    await stores.count(LINK, 3, [{ at: '2026-03-01T12', requests: 5, bots: 1 }], { isCommitted: false });
    await countPlans(stores, LINK, [50, 69], [{ at: '2026-03-01T12', requests: 1 }]);
    for (const step of ['planned', 'written', 'settled'] as const) await stepTo(compact, step);
    expect((await stores.seen(LINK)).requests).toEqual({ ...BOTH_DAYS.requests, '2026-03-01': 120 });
  });

  it('begins to write nothing after its time', async () => {
    await countTwoDays(stores, LINK);
    const late = compactorWith({ writeWithinMs: -2_000 });
    await stepTo(late, 'planned');
    await expect(late()).rejects.toThrow('the time to write this compaction is over');
    expect(await stores.seen(LINK)).toEqual(BOTH_DAYS);
    const inTime = compactorWith();
    for (const step of ['written', 'settled'] as const) await stepTo(inTime, step);
    expect(await stores.seen(LINK)).toEqual(BOTH_DAYS);
  });

  it('waits between its steps until no reader and no writer can act on the state before', async () => {
    await countTwoDays(stores, LINK);
    const careful = compactorWith({ graceMs: 60_000 });
    await stepTo(careful, 'planned');
    expect(await careful()).toBe('waiting');
    await stepTo(compactorWith(), 'written');
    expect(await careful()).toBe('waiting');
    expect(await stores.rowsOf(LINK, '2026-03-01')).toBe(21);
  });

  it.each([
    ['erased', () => ({ closed_at: new Date() })],
    ['erased from some shards', () => ({ cleared_shards: [0] })],
  ])('does not bring back a link that is %s while its days are folded', async (_what, erased) => {
    await countTwoDays(stores, LINK);
    await countTwoDays(stores, 'lnk_b');
    const compact = compactorWith();
    for (const step of ['planned', 'written'] as const) await stepTo(compact, step);
    // as if the eraser had finished just before the compacted rows were written
    const erasure = { link_id: 'lnk_b', workspace_id: WORKSPACE, ...erased() };
    await stores.db.insertInto('erasures').values(erasure).execute();
    await stepTo(compact, 'settled');
    expect((await stores.seen('lnk_b')).requests).toEqual({});
    expect((await stores.seen(LINK)).requests).toEqual(BOTH_DAYS.requests);
  });

  it.each([
    ['before the day was compacted', 0],
    ['between two compactions of it', 1],
  ])('loses nothing of a ClickHouse that is restored from a backup of %s', async (_when, earlier) => {
    await countTwoDays(stores, LINK);
    const compact = compactorWith();
    const compactAll = async (look: () => Promise<void> = () => Promise.resolve()) => {
      for (const step of ['planned', 'written', 'settled', 'nothing'] as const) {
        await stepTo(compact, step);
        await look();
      }
    };
    for (let done = 0; done < earlier; done++) await compactAll();
    await countPlans(stores, LINK, [50, 69], [{ at: '2026-03-01T12', requests: 1 }]);
    const expected = {
      isReported: true,
      requests: { ...BOTH_DAYS.requests, '2026-03-01': 120 },
      countries: { ...BOTH_DAYS.countries, DE: 140 },
      humans: 180,
    };
    const restore = await stores.backUp();
    await compactAll();
    await restore();
    expect(await stores.seen(LINK)).toEqual(expected);
    await compactAll(async () => expect(await stores.seen(LINK)).toEqual(expected));
    expect(await stores.rowsOf(LINK, '2026-03-01')).toBe(1);
  });
});
