import { makeMemoryLiveClicks } from '@kurz/live-clicks';
import { openOwnBench, type OwnBench } from './bench';
import { countsIn, countsOf } from './counts';
import { until } from '../../until';
import { mixedVisits, visitOf } from './visits';
import { withInsert } from './with-insert';

const LINKS = ['lnk_a', 'lnk_b', 'lnk_c'];
const KEPT = ['lnk_a', 'lnk_c'];

let bench: OwnBench;
beforeAll(async () => (bench = await openOwnBench()));
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.reset();
  await bench.addLinks(LINKS);
});

/** Deletes as the API does: one transaction removes the link and its hits and writes the erasure. */
const deleteLink = (linkId: string) =>
  bench.database.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('links').where('id', '=', linkId).execute();
    await trx.deleteFrom('link_hits').where('link_id', '=', linkId).execute();
    await trx.insertInto('erasures').values({ link_id: linkId, workspace_id: 'ws_1' }).execute();
  });
const isClosed = async (linkId: string) => {
  const row = await bench.database.db
    .selectFrom('erasures')
    .select('closed_at')
    .where('link_id', '=', linkId)
    .executeTakeFirst();
  return row?.closed_at instanceof Date || (row?.closed_at ?? null) !== null;
};
const keptOf = (visits: ReturnType<typeof mixedVisits>) =>
  countsOf(visits.filter((visit) => KEPT.includes(visit.linkId)));

/** Whether a part in use still holds rows that a deletion only hid. */
const holdsHiddenRows = async () => {
  const query = `SELECT count() AS parts FROM system.parts WHERE database = 'kurz' AND active AND has_lightweight_delete`;
  const answer = await bench.clickHouse.client.query({ query, format: 'JSONEachRow' });
  const [found] = await answer.json<{ parts: number | string }>();
  return Number(found?.parts) > 0;
};

describe('a deleted link', () => {
  // this test comes first: a partition that was rewritten within 20 hours is not rewritten again
  it('leaves the disk by itself: an ingester looks for hidden rows when it starts', async () => {
    const ingester = await bench.start();
    await bench.write(mixedVisits(60, LINKS));
    await ingester.caughtUp();
    await deleteLink('lnk_b');
    ingester.triggerErasures();
    await until(() => isClosed('lnk_b'));
    expect(await holdsHiddenRows()).toBe(true);
    await bench.reopenJournal();
    await bench.start();
    await until(async () => !(await holdsHiddenRows()));
  });

  it('loses its counts in every table, its hits and its live counts, and no other link loses any', async () => {
    const visits = mixedVisits(300, LINKS);
    const liveClicks = makeMemoryLiveClicks();
    const ingester = await bench.start({ liveClicks });
    await bench.write(visits);
    await ingester.caughtUp();
    await deleteLink('lnk_b');
    ingester.triggerErasures();
    await until(() => isClosed('lnk_b'));
    expect(await countsIn(bench)).toEqual(keptOf(visits));
    // the latest day, because mixed visits are of two days
    const today = new Date(Math.max(...visits.map(({ time }) => time))).toISOString().slice(0, 10);
    expect(await liveClicks.read({ workspaceId: 'ws_1', linkId: 'lnk_b' }, [today])).toEqual([]);
    expect(await liveClicks.read({ workspaceId: 'ws_1', linkId: 'lnk_a' }, [today])).toHaveLength(1);
  });

  it('does not come back with visits that were still in the journal, nor with later ones', async () => {
    const visits = mixedVisits(300, LINKS);
    await bench.write(visits.slice(0, 200));
    await deleteLink('lnk_b');
    const ingester = await bench.start({ maxVisits: 30 });
    await until(() => isClosed('lnk_b'));
    await bench.write([...visits.slice(200), visitOf({ linkId: 'lnk_b' })]);
    await ingester.caughtUp();
    expect(await countsIn(bench)).toEqual(keptOf(visits));
  });

  it('does not come back when the intent that held its visits is written again', async () => {
    const visits = mixedVisits(90, LINKS);
    await bench.write(visits);
    let died = () => {};
    const death = new Promise<void>((resolve) => (died = resolve));
    const dying = withInsert(bench.clickHouse, (insert, params) => {
      if (params.table !== 'kurz.clicks_daily_by') return insert(params);
      died();
      return Promise.reject(new Error('killed'));
    });
    await bench.start({ clickHouse: dying });
    await death;
    await bench.reopenJournal();
    await deleteLink('lnk_b');
    const ingester = await bench.start();
    await ingester.caughtUp();
    await until(() => isClosed('lnk_b'));
    expect(await countsIn(bench)).toEqual(keptOf(visits));
  });

  it('stays to be erased while ClickHouse is away, and is erased when it is back', async () => {
    const visits = mixedVisits(60, LINKS);
    const ingester = await bench.start();
    await bench.write(visits);
    await ingester.caughtUp();
    await bench.server.kill();
    await deleteLink('lnk_b');
    ingester.triggerErasures();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await isClosed('lnk_b')).toBe(false);
    await bench.server.restart();
    await until(() => isClosed('lnk_b'));
    expect(await countsIn(bench)).toEqual(keptOf(visits));
  });

  it('is not closed before every consumer has passed the moment of its deletion', async () => {
    const visits = mixedVisits(60, LINKS);
    const ingester = await bench.start({ lingerMs: 60_000 });
    await ingester.caughtUp();
    await bench.write(visits);
    await deleteLink('lnk_b');
    ingester.triggerErasures();
    const passedBy = async () =>
      (await bench.database.db.selectFrom('erasures').select('passed_by').executeTakeFirst())?.passed_by ??
      null;
    await until(async () => (await passedBy()) !== null);
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    expect(await isClosed('lnk_b')).toBe(false);
    await ingester.caughtUp();
    await until(() => isClosed('lnk_b'));
    expect(await countsIn(bench)).toEqual(keptOf(visits));
  });
});
