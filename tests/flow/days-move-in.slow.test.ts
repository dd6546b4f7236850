// The clicks by day that Bitly counts move in once: however often the import is killed. An undo takes them back.

import type { FakePeer } from '../stores/admin/fake-peer';
import { bitlinks, startFakeBitly } from './fake-bitly';
import { killsOf } from '../outage/long-tests';
import { openHistoryWorld, type CountedLink, type HistoryWorld } from './history-world';

const LINKS = 60;
const links = bitlinks(LINKS);
const CLICKS = links.flatMap(({ days }) => days).reduce((sum, { clicks }) => sum + clicks, 0);
const KILLS = killsOf(200, 6);

let world: HistoryWorld;
/** The counts of whole.example, which the first test compares with the source. */
let whole: CountedLink[];
let bitly: FakePeer;
beforeAll(async () => {
  world = await openHistoryWorld();
  bitly = await startFakeBitly(links, (request) =>
    request % 23 === 5
      ? 'cut'
      : request % 29 === 6
        ? { status: 429, headers: { 'retry-after': '0' } }
        : request % 31 === 7
          ? { body: '{"link_clicks":[' }
          : undefined,
  );
});
afterAll(async () => {
  await world.close();
  await bitly.close();
});

const importWords = (into: string[]) => ['import', 'bitly', '--from', bitly.url, ...into];

it('counts them on their days, marked as imported, and their sum is the total of the source', async () => {
  const { domain, into } = await world.newPlace('whole.example');
  expect(await world.run(...importWords(into))).toMatchObject({ visits: CLICKS, isCounted: true });
  const counted = await world.countsOn(domain);
  expect(counted).toHaveLength(LINKS);
  for (const { slug, hits, totals, allTime, series, imported, geo } of counted) {
    const { days = [], total } = links.find(({ code }) => code === slug) ?? {};
    const clicks = days.reduce((sum, one) => sum + one.clicks, 0);
    expect({ slug, hits }).toEqual({ slug, hits: total });
    expect(allTime).toMatchObject({ total, preTracking: hits - clicks });
    expect(totals).toEqual({ requests: clicks, human: clicks, click: clicks, bots: 0, qr: 0 });
    expect(series).toEqual(days.map(({ day, clicks: n }) => ({ date: day, n, b: 0 })));
    expect(imported).toEqual(clicks === 0 ? undefined : [{ k: 'bitly', v: clicks }]);
    expect(geo).toEqual([]);
  }
  expect(await world.run(...importWords(into))).toMatchObject({ id: null, visits: 0 });
  expect(await world.countsOn(domain)).toEqual(counted);
  whole = counted;
});

it('is equal when the command is killed at random moments and run again', async () => {
  for (let killed = 0, places = 0; killed < KILLS; places++) {
    const { domain, into } = await world.newPlace(`killed-${places}.example`);
    killed += await world.killed(importWords(into), KILLS - killed);
    await world.spawned(...importWords(into));
    expect(await world.countsOn(domain)).toEqual(whole);
  }
});

it('moves nothing but links when it is asked for no visits, as the list has no totals', async () => {
  const { domain, into } = await world.newPlace('totals.example');
  await world.run(...importWords(into), '--no-visits');
  expect((await world.linksOn(domain)).map(({ hits }) => hits)).toEqual(links.map(() => 0));
});

it('is taken back with its links, and comes again with new ones', async () => {
  const { domain, into } = await world.newPlace('undone.example');
  const { id } = await world.run(...importWords(into));
  expect(await world.run('import', 'undo', String(id))).toMatchObject({ removed: LINKS, kept: 0 });
  expect(await world.linksOn(domain)).toEqual([]);
  await world.run(...importWords(into));
  expect(await world.countsOn(domain)).toEqual(whole);
});

it('counts while the product is stopped', async () => {
  const { domain, into } = await world.newPlace('stopped.example');
  await world.stop();
  expect(await world.spawned(...importWords(into))).toMatchObject({ visits: CLICKS, isCounted: true });
  await world.restart();
  expect(await world.countsOn(domain)).toEqual(whole);
  expect(await world.countsOn('whole.example')).toEqual(whole);
});
