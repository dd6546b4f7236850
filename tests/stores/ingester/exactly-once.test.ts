import { encodeVisit, type Visit } from '@kurz/click-event';
import type { ClickHouse } from '@kurz/click-tables';
import { makeIntentFiles, type BatchIntent, type IntentLog } from '@kurz/ingester';
import { makeMetrics, type Metrics } from '@kurz/process';
import { openBench, type Bench } from './bench';
import { countsIn, countsOf, rowsOf } from './counts';
import { until } from '../../until';
import { mixedVisits, visitOf } from './visits';
import { withInsert } from './with-insert';

const LINKS = ['lnk_a', 'lnk_b', 'lnk_c'];
const WRITES = ['intent', 'clicks_hourly', 'clicks_daily', 'clicks_daily_by', 'commit'] as const;
type Moment = `${'before' | 'after'} ${(typeof WRITES)[number]}`;
const MOMENTS = WRITES.flatMap((write): Moment[] => [`before ${write}`, `after ${write}`]);

/** Stores that do nothing from a given moment on, as if the process were killed there. */
function dyingAt(moment: Moment, real: { clickHouse: ClickHouse; intents: IntentLog }) {
  let isDead = false;
  let died = () => {};
  const death = new Promise<void>((resolve) => (died = resolve));
  const assertAlive = () => {
    if (isDead) throw new Error('killed');
  };
  const write = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
    assertAlive();
    const dieIf = (when: string) => {
      if (`${when} ${name}` !== moment) return;
      isDead = true;
      died();
      throw new Error('killed');
    };
    dieIf('before');
    const answer = await call();
    dieIf('after');
    return answer;
  };
  const clickHouse = withInsert(
    real.clickHouse,
    (insert, params) => write(params.table.replace('kurz.', ''), () => insert(params)),
    assertAlive,
  );
  const intents: IntentLog = {
    ...real.intents,
    read: (partition) => (isDead ? Promise.reject(new Error('killed')) : real.intents.read(partition)),
    record: async (intent: BatchIntent) => {
      const isNew = (await real.intents.read(intent.partition)) === undefined;
      if (isNew) return real.intents.record(intent);
      return write(intent.to === null ? 'commit' : 'intent', () => real.intents.record(intent));
    },
  };
  return { clickHouse, intents, death };
}

let bench: Bench;
beforeAll(async () => (bench = await openBench()));
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.reset();
  await bench.addLinks(LINKS);
});

const countedHits = async (metrics: Metrics) =>
  Number(/ingester_visits_total\{consumer="hits"\} (\d+)/.exec(await metrics.text())?.[1] ?? 0);
const realStores = () => ({ clickHouse: bench.clickHouse, intents: makeIntentFiles(bench.stateDirectory) });

describe('a visit is counted exactly once', () => {
  it('when nothing goes wrong, in every table, in the hits and in the live counts', async () => {
    const visits = mixedVisits(2_500, LINKS);
    await bench.write(visits.slice(0, 1_000));
    const ingester = await bench.start({ maxVisits: 300 });
    await bench.write(visits.slice(1_000));
    await ingester.caughtUp();
    expect(await countsIn(bench)).toEqual(countsOf(visits));
  });

  it.each(MOMENTS)('when the ingester is killed %s', async (moment) => {
    // lnk_c comes late in the batch: with other batch bounds, its first rows would stay beside its second ones
    const first = [...mixedVisits(100, ['lnk_a', 'lnk_b']), ...mixedVisits(20, ['lnk_c'])];
    const visits = [...first, ...mixedVisits(80, LINKS)];
    await bench.write(visits.slice(0, 120));
    const { death, ...stores } = dyingAt(moment, realStores());
    await bench.start(stores);
    await death;
    await bench.write(visits.slice(120));
    // as after a kill: the journal is opened again, and other batch bounds would be possible
    await bench.reopenJournal();
    const ingester = await bench.start({ maxVisits: 50 });
    await ingester.caughtUp();
    expect(await countsIn(bench)).toEqual(countsOf(visits));
  });

  it('when it is killed in the same batch again and again', async () => {
    const visits = mixedVisits(90, LINKS);
    await bench.write(visits);
    for (const moment of ['after clicks_hourly', 'after clicks_daily', 'before commit'] as const) {
      const { death, ...stores } = dyingAt(moment, realStores());
      await bench.start(stores);
      await death;
      await bench.reopenJournal();
    }
    await (await bench.start()).caughtUp();
    expect(await countsIn(bench)).toEqual(countsOf(visits));
  });

  it('because the very batch of the intent is formed again: cut in another way it would count twice', async () => {
    const visits = [...mixedVisits(40, ['lnk_a', 'lnk_b']), ...mixedVisits(10, ['lnk_c'])];
    const killAndGoOn = async (keepIntent: boolean) => {
      await bench.reset();
      await bench.addLinks(LINKS);
      await bench.write(visits);
      const { death, ...stores } = dyingAt('before commit', realStores());
      await bench.start(stores);
      await death;
      const intents = makeIntentFiles(bench.stateDirectory);
      const intent = await intents.read(0);
      if (!keepIntent) await intents.record({ partition: 0, from: 0, to: null });
      await (await bench.start({ maxVisits: 20 })).caughtUp();
      const origins = await rowsOf<{ plan_from: number }>(
        bench,
        'SELECT DISTINCT plan_from FROM kurz.clicks_daily FINAL',
      );
      return { intent, origins, counts: await countsIn(bench) };
    };
    const kept = await killAndGoOn(true);
    expect(kept.intent?.to).toBeGreaterThan(0);
    expect(kept.origins).toEqual([{ plan_from: 0 }]);
    expect(kept.counts).toEqual(countsOf(visits));
    const forgotten = await killAndGoOn(false);
    expect(forgotten.counts.hourly).toBeGreaterThan(countsOf(visits).hourly);
  });

  it('when a process that was frozen wakes up after another took its partition over', async () => {
    const visits = mixedVisits(30, LINKS);
    await bench.write(visits);
    let wakeUp = () => {};
    const sleeping = new Promise<void>((resolve) => (wakeUp = resolve));
    let fellAsleep = () => {};
    const asleep = new Promise<void>((resolve) => (fellAsleep = resolve));
    const inserted: string[] = [];
    const frozen = withInsert(bench.clickHouse, async (insert, params) => {
      inserted.push(params.table);
      await insert(params);
      fellAsleep();
      await sleeping;
      // the answer is lost: the process does not know the outcome and would write again
      throw new Error('connection lost');
    });
    await bench.start({ clickHouse: frozen });
    await asleep;
    await (await bench.start()).caughtUp();
    wakeUp();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(inserted.sort()).toEqual(['kurz.clicks_daily', 'kurz.clicks_daily_by', 'kurz.clicks_hourly']);
    expect(await countsIn(bench)).toEqual(countsOf(visits));
  });

  it('by hits, when two processes count the same partition at the same time', async () => {
    const metrics = [makeMetrics(), makeMetrics()] as const;
    const counted = () => Promise.all(metrics.map(countedHits));
    await bench.start({ maxVisits: 7, metrics: metrics[0] });
    const intents = makeIntentFiles(`${bench.stateDirectory}-2`);
    await bench.start({ maxVisits: 11, intents, metrics: metrics[1] });
    const visits: Visit[] = [];
    // on a busy machine one ingester may begin late, so visits go on until both have counted
    for (let writes = 0; writes < 10 || Math.min(...(await counted())) === 0; writes++) {
      const more = mixedVisits(40, LINKS);
      await bench.write(more);
      visits.push(...more);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const sum = async () => Object.values((await countsIn(bench)).hits).reduce((all, hits) => all + hits, 0);
    await until(async () => (await sum()) >= visits.length);
    const [first = 0, second = 0] = await counted();
    expect(first + second).toBe(visits.length);
    expect((await countsIn(bench)).hits).toEqual(countsOf(visits).hits);
  });

  it('whatever the batch: late days, a hundred and more of them, and lines that are no visits', async () => {
    const days = Array.from({ length: 250 }, (_, index) =>
      visitOf({ linkId: LINKS[index % 3], time: Date.now() - (index + 1) * 40 * 86_400_000 }),
    );
    // an id in Latin-1, which every store accepts
    const other = visitOf({ workspaceId: 'ws_\u00e9' });
    const visits = [...days, other, ...mixedVisits(20, LINKS)];
    const poison = [
      '',
      'nonsense',
      '9\tfrom\tthe\tfuture',
      `1\tx\tws_1\tlnk_a\t0\tGET\t\t\t\t\t`,
      // no store accepts these ids
      ...['lnk\0', "lnk'a"].flatMap((id) =>
        [visitOf({ linkId: id }), visitOf({ workspaceId: id })].map(encodeVisit),
      ),
    ];
    await bench.write([...poison.slice(0, 2), ...visits, ...poison.slice(2)]);
    await (await bench.start()).caughtUp();
    expect(await countsIn(bench)).toEqual(countsOf(visits));
    const since = await bench.database.db.selectFrom('links').select('tracking_since').execute();
    const oldest = days.slice(-3).map(({ time }) => new Date(time).toISOString().slice(0, 10));
    expect(since.map((link) => link.tracking_since).sort()).toEqual(oldest.sort());
  });
});
