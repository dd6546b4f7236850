import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { encodeVisit, type Visit } from '@kurz/click-event';
import { openJournalWriter } from '@kurz/click-journal';
import { makeIntentFiles } from '@kurz/ingester';
import { makeMemoryLiveClicks, type LiveClicks } from '@kurz/live-clicks';
import { makeMetrics, silentLog } from '@kurz/process';
import { openBench, type Bench } from './bench';
import { countsIn, countsOf } from './counts';
import { until } from '../../until';
import { mixedVisits } from './visits';
import { withInsert } from './with-insert';

const LINKS = ['lnk_a', 'lnk_b', 'lnk_c'];
const LINK = { workspaceId: 'ws_1', linkId: 'lnk_a' };

let bench: Bench;
beforeAll(async () => (bench = await openBench()));
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.reset();
  await bench.addLinks(LINKS);
});

/** Writes as an import does: the journal grows under another name and appears when it is whole. */
async function writeImport(partition: number, visits: readonly Visit[]): Promise<void> {
  mkdirSync(bench.importsDirectory, { recursive: true });
  const growing = path.join(bench.importsDirectory, `${partition}.new`);
  const writer = await openJournalWriter({ directory: growing }, { log: silentLog, metrics: makeMetrics() });
  await Promise.all(
    visits.map((visit) => new Promise<void>((done) => writer.append(encodeVisit(visit), done))),
  );
  await writer.close();
  renameSync(growing, path.join(bench.importsDirectory, `${partition}`));
}

async function progressOf(partition: number) {
  return bench.database.db
    .selectFrom('stream_progress')
    .select(['position', 'consolidated_until'])
    .where('stream_partition', '=', partition)
    .executeTakeFirst();
}

async function liveOf(liveClicks: LiveClicks) {
  const days = [0, 1, 2].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
  const found = await liveClicks.read(LINK, days);
  return found.map((day) => ({
    ...day,
    by: Object.fromEntries(
      Object.entries(day.by).map(([dimension, counts]) => [
        dimension,
        Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
      ]),
    ),
  }));
}

describe('an import beside the live stream', () => {
  it('is counted once, hides finality while it runs, and is given back when all have counted it', async () => {
    const live = mixedVisits(100, LINKS);
    const imported = mixedVisits(400, LINKS);
    const ingester = await bench.start({ maxVisits: 60 });
    await bench.write(live);
    await writeImport(1000, imported);
    await ingester.caughtUp();
    expect(await countsIn(bench)).toEqual(countsOf([...live, ...imported]));
    await until(() => bench.finishedImports.includes(1000));
    const progress = await progressOf(1000);
    expect(progress?.position).toBeGreaterThan(0);
    expect(progress?.consolidated_until.getTime()).toBeGreaterThan(Date.now() + 86_400_000 * 365);
  });

  it('holds back what is consolidated as long as one of its visits is not', async () => {
    await writeImport(1000, mixedVisits(10, LINKS));
    const away = withInsert(bench.clickHouse, () => Promise.reject(new Error('away')));
    await bench.start({ clickHouse: away });
    await until(async () => (await progressOf(1000)) !== undefined);
    expect((await progressOf(1000))?.consolidated_until.getTime()).toBe(0);
  });

  it('is not counted again when its folder is found again after a restart', async () => {
    const imported = mixedVisits(200, LINKS);
    await writeImport(1001, imported);
    await (await bench.start()).caughtUp();
    await until(() => bench.finishedImports.includes(1001));
    await bench.reopenJournal();
    await (await bench.start({ maxVisits: 7 })).caughtUp();
    expect(await countsIn(bench)).toEqual(countsOf(imported));
  });
});

describe('live counts after a restart', () => {
  it('are what they were: seeded from ClickHouse, gone imports among it, and continued from there', async () => {
    const before = makeMemoryLiveClicks();
    const first = await bench.start({ liveClicks: before, maxVisits: 70 });
    await bench.write(mixedVisits(150, LINKS));
    await writeImport(1000, mixedVisits(90, LINKS));
    await first.caughtUp();
    await until(() => bench.finishedImports.includes(1000));
    rmSync(path.join(bench.importsDirectory, '1000'), { recursive: true });
    await bench.reopenJournal();
    const after = makeMemoryLiveClicks();
    const second = await bench.start({ liveClicks: after });
    await second.caughtUp();
    await until(async () => (await after.position(1000)) !== undefined);
    expect(await liveOf(after)).toEqual(await liveOf(before));
    expect(await liveOf(after)).not.toEqual([]);
  });

  it('see nothing twice when the ingester stopped between two batches', async () => {
    const visits = mixedVisits(120, LINKS);
    await bench.write(visits.slice(0, 50));
    await (await bench.start()).caughtUp();
    await bench.write(visits.slice(50));
    await bench.reopenJournal();
    const liveClicks = makeMemoryLiveClicks();
    await (await bench.start({ liveClicks, maxVisits: 9 })).caughtUp();
    const requests = (await liveOf(liveClicks)).reduce((sum, day) => sum + day.requests, 0);
    expect(requests).toBe(visits.filter((visit) => visit.linkId === 'lnk_a').length);
  });
});

describe('live counts after a crash in the middle of an intent', () => {
  it('leave out what the open intent has written, and take it from the stream', async () => {
    const visits = mixedVisits(90, LINKS);
    await bench.write(visits.slice(0, 30));
    await (await bench.start()).caughtUp();
    let died = () => {};
    const death = new Promise<void>((resolve) => (died = resolve));
    const dying = withInsert(bench.clickHouse, async (insert, params) => {
      const answer = await insert(params);
      if (params.table !== 'kurz.clicks_daily_by') return answer;
      died();
      throw new Error('killed');
    });
    await bench.reopenJournal();
    await bench.write(visits.slice(30));
    await bench.start({ clickHouse: dying });
    await death;
    await bench.reopenJournal();
    const liveClicks = makeMemoryLiveClicks();
    await (await bench.start({ liveClicks })).caughtUp();
    const requests = (await liveOf(liveClicks)).reduce((sum, day) => sum + day.requests, 0);
    expect(requests).toBe(visits.filter((visit) => visit.linkId === 'lnk_a').length);
    expect(await countsIn(bench)).toEqual(countsOf(visits));
  });
});

describe('the progress that stats read', () => {
  it('is never ahead of the rows, and says now when nothing is left to do', async () => {
    const ingester = await bench.start();
    await bench.write(mixedVisits(20, LINKS));
    await ingester.caughtUp();
    const intent = await makeIntentFiles(bench.stateDirectory).read(0);
    const progress = await progressOf(0);
    expect(progress?.position).toBe(intent?.from);
    const then = progress?.consolidated_until.getTime() ?? 0;
    await until(async () => ((await progressOf(0))?.consolidated_until.getTime() ?? 0) > then + 1_500);
    expect((await progressOf(0))?.consolidated_until.getTime()).toBeLessThan(Date.now());
  });

  it('refuses to begin when the journal ends before what was counted', async () => {
    await bench.write(mixedVisits(20, LINKS));
    await (await bench.start()).caughtUp();
    await bench.reopenJournal();
    await makeIntentFiles(bench.stateDirectory).record({ partition: 0, from: 1_000_000, to: null });
    await expect(bench.start()).rejects.toThrow('do not belong together');
  });

  it('does not count anew when the state directory is lost', async () => {
    const visits = mixedVisits(20, LINKS);
    await bench.write(visits);
    await (await bench.start()).caughtUp();
    await bench.reopenJournal();
    rmSync(bench.stateDirectory, { recursive: true });
    await bench.start();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await makeIntentFiles(bench.stateDirectory).read(0)).toBeUndefined();
    expect(await countsIn(bench)).toEqual(countsOf(visits));
  });
});
