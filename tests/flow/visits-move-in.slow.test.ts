// The visits of Shlink and YOURLS move in as days, classified by ours, once: however often the import is killed, and
// whatever is asked again. An undo takes them back.

import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { TOKEN, type FakePeer } from '../stores/admin/fake-peer';
import { shlinkLinks, startFakeShlink } from './fake-shlink';
import { CHROME, CRAWLER, IN_AU, IN_DE, startFakeYourls, yourlsDumpOf } from './fake-yourls';
import { killsOf } from '../outage/long-tests';
import { openHistoryWorld, type CountedLink, type HistoryWorld } from './history-world';
import { sumOf } from './link-reader';

const LINKS = 60;
const links = shlinkLinks(LINKS, 1_203);
const VISITS = links.reduce((sum, { visits }) => sum + visits.length, 0);
const KILLS = killsOf(200, 6);

/** Some clicks predate the log; every 5th is a crawler's, every 7th has no address, every 14th only a country. */
const yourlsLinks = Array.from({ length: 12 }, (_, at) => ({ slug: `keyword-${at}`, clicks: at * 30 + 2 }));
const yourlsClicks = yourlsLinks.flatMap(({ slug }, link) =>
  Array.from({ length: link * 30 }, (_, at) => ({
    slug,
    moment: `2026-10-0${1 + (at % 9)} 0${at % 10}:30:00`,
    agent: at % 5 === 0 ? CRAWLER : CHROME,
    address: at % 7 === 0 ? '' : at % 2 === 0 ? IN_DE : IN_AU,
    country: at % 14 === 0 ? 'FR' : '',
    referrer: at % 3 === 0 ? `https://host-${at % 30}.example/page` : 'direct',
  })),
);

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-history-'));
let world: HistoryWorld;
/** The counts of whole.example, which the first test compares with the source. */
let whole: CountedLink[];
let shlink: FakePeer;
let yourls: FakePeer;
beforeAll(async () => {
  shlink = await startFakeShlink(links, (request) =>
    request % 11 === 5
      ? 'cut'
      : request % 13 === 6
        ? { status: 429, headers: { 'retry-after': '0' } }
        : request % 17 === 7
          ? { body: '{"visits":{"data":[' }
          : undefined,
  );
  yourls = await startFakeYourls(() => yourlsLinks);
  const hosts = [shlink, yourls].map(({ url }) => new URL(url).host);
  world = await openHistoryWorld({ KURZ_OUTBOUND_ALLOW: hosts.join(',') });
});
afterAll(async () => {
  await world.close();
  await shlink.close();
  await yourls.close();
  rmSync(folder, { recursive: true });
});

const importWords = (into: string[]) => ['import', 'shlink', '--from', shlink.url, ...into];

it('counts them on their days, by our own classification, and their sum is the total of the source', async () => {
  const { domain, into } = await world.newPlace('whole.example');
  const words = importWords(into);
  expect(await world.run(...words)).toMatchObject({
    visits: VISITS,
    isCounted: true,
    counts: { new: LINKS },
  });
  const counted = await world.countsOn(domain);
  expect(counted.map(({ slug, hits }) => ({ slug, hits }))).toEqual(
    links
      .map(({ shortCode: slug, total: hits }) => ({ slug, hits }))
      .sort((a, b) => (a.slug < b.slug ? -1 : 1)),
  );
  for (const { slug, hits, totals, allTime, series, geo } of counted) {
    const link = links.find(({ shortCode }) => shortCode === slug);
    const visits = link?.visits ?? [];
    const bots = visits.filter(({ potentialBot }) => potentialBot).length;
    expect(totals).toMatchObject({ requests: visits.length, bots, qr: 0 });
    expect(allTime).toMatchObject({ total: hits, preTracking: hits - visits.length });
    expect(series.reduce((sum, { n }) => sum + n, 0)).toBe(visits.length);
    expect(sumOf(geo)).toBe(totals.human);
  }
  const { geo, referrers, browsers, allTime } = counted.find(({ slug }) => slug === 'slug-0') ?? {};
  expect(allTime).toMatchObject({ total: 1_203, preTracking: 0, trackingSince: '2026-10-01' });
  expect(geo?.map(({ k }) => k).sort()).toEqual(['DE', 'US', 'unknown']);
  expect(referrers?.map(({ k }) => k).sort()).toEqual(['news.example', '~direct']);
  expect(browsers).toEqual([{ k: 'Chrome', v: 802 }]);

  expect(await world.run(...words)).toMatchObject({ id: null, visits: 0, counts: { same: LINKS } });
  expect(await world.countsOn(domain)).toEqual(counted);
  whole = counted;
});

it('is equal when the command is killed at random moments and run again', async () => {
  const hits = links.reduce((sum, { total }) => sum + total, 0);
  for (let killed = 0, places = 0; killed < KILLS; places++) {
    const { domain, into } = await world.newPlace(`killed-${places}.example`);
    killed += await world.killed(importWords(into), KILLS - killed);
    await world.spawned(...importWords(into));
    await world.settled(domain, hits);
    expect(await world.countsOn(domain)).toEqual(whole);
  }
});

it('moves totals alone when it is asked for no visits', async () => {
  const { domain, into } = await world.newPlace('totals.example');
  const json = await world.run(...importWords(into), '--no-visits');
  expect(json).not.toHaveProperty('visits');
  const [first] = await world.countsOn(domain, ['slug-0']);
  expect(first).toMatchObject({ hits: 1_203, totals: { requests: 0 }, allTime: { preTracking: 1_203 } });
});

it('is taken back with its links, and comes again with new ones', async () => {
  const { domain, into } = await world.newPlace('undone.example');
  const { id } = await world.run(...importWords(into));
  expect(await world.run('import', 'undo', String(id))).toMatchObject({ removed: LINKS, kept: 0 });
  expect(await world.linksOn(domain)).toEqual([]);
  expect(await world.run(...importWords(into))).toMatchObject({ visits: VISITS, isCounted: true });
  expect(await world.countsOn(domain)).toEqual(whole);
});

it('brings the same by the web app', async () => {
  const { domain } = await world.newPlace('web-app.example');
  const importer = await world.openImporter();
  const from = { source: 'shlink', from: shlink.url, token: TOKEN, zoneDomain: domain };
  const checked = await importer.read(from);
  expect(checked).toMatchObject({ state: 'checked', counts: { new: LINKS } });
  expect(await importer.start(checked.id)).toMatchObject({ state: 'finished' });
  expect(await world.countsOn(domain)).toEqual(whole);
});

const YOURLS_LINKS =
  'keyword,url,title,timestamp,ip,clicks\nspring,https://shop.example/,Spring,2020-01-01 00:00:00,::1,7\nother,https://shop.example/o,,,,4';
const LOG_HEAD = 'click_id,click_time,shorturl,referrer,user_agent,ip_address,country_code';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
const logged = (id: number, slug: string, more = 'direct', country = 'DE') =>
  `${id},2026-10-0${id} 23:59:59,${slug},${more},"${AGENT}",,${country}`;

it.each([
  ['a CSV file', (lines: string[]) => Buffer.from([LOG_HEAD, ...lines].join('\n'))],
  [
    'a packed SQL dump',
    (lines: string[]) =>
      gzipSync(
        `INSERT INTO \`yourls_log\` VALUES ${lines
          .map(
            (line) =>
              `(${line
                .replaceAll('"', '')
                .split(',')
                .map((cell) => `'${cell}'`)
                .join(',')})`,
          )
          .join(',\n')};\n`,
      ),
  ],
])('takes the visits of YOURLS from %s', async (name, contentOf) => {
  const { domain, into } = await world.newPlace(name === 'a CSV file' ? 'csv.example' : 'sql.example');
  const [file, log] = [path.join(folder, 'yourls.csv'), path.join(folder, 'log')];
  writeFileSync(file, YOURLS_LINKS);
  const lines = [1, 2, 3].map((id) => logged(id, 'spring'));
  writeFileSync(log, contentOf([...lines, logged(4, 'gone'), logged(5, 'other', 'https://t.co/x', '')]));
  const words = ['import', 'csv', file, '--log', log, ...into];
  expect(await world.run(...words)).toMatchObject({ visits: 4, isCounted: true });
  expect(await world.countsOn(domain)).toMatchObject([
    {
      slug: 'other',
      hits: 4,
      allTime: { preTracking: 3 },
      geo: [{ k: 'unknown', v: 1 }],
      referrers: [{ k: 't.co', v: 1 }],
    },
    {
      slug: 'spring',
      hits: 7,
      allTime: { preTracking: 4, trackingSince: '2026-10-01' },
      geo: [{ k: 'DE', v: 3 }],
      referrers: [{ k: '~direct', v: 3 }],
      series: [1, 2, 3].map((day) => ({ date: `2026-10-0${day}`, n: 1, b: 0 })),
    },
  ]);
  expect(await world.run(...words)).toMatchObject({ id: null, visits: 0 });
});

it('brings the same from the log of YOURLS by the command and by the web app', async () => {
  const dump = yourlsDumpOf(yourlsClicks);
  const log = path.join(folder, 'log.sql.gz');
  writeFileSync(log, gzipSync(dump));
  const byCommand = await world.newPlace('by-command.example');
  const words = ['import', 'yourls', '--from', yourls.url, '--log', log, ...byCommand.into];
  expect(await world.run(...words)).toMatchObject({ visits: yourlsClicks.length, isCounted: true });

  const { domain } = await world.newPlace('by-web-app.example');
  const importer = await world.openImporter();
  const from = { source: 'yourls', from: yourls.url, token: TOKEN, zoneDomain: domain };
  const checked = await importer.read({ ...from, log: await importer.upload(dump) });
  expect(checked).toMatchObject({ state: 'checked', counts: { new: yourlsLinks.length } });
  expect(await importer.start(checked.id)).toMatchObject({ state: 'finished' });
  const counted = await world.countsOn(domain);
  expect(counted).toEqual(await world.countsOn(byCommand.domain));
  expect(counted.reduce((sum, { hits }) => sum + hits, 0)).toBe(
    yourlsLinks.reduce((sum, { clicks }) => sum + clicks, 0),
  );
});

it('counts while the product is stopped', async () => {
  const { domain, into } = await world.newPlace('stopped.example');
  await world.stop();
  expect(await world.spawned(...importWords(into))).toMatchObject({ visits: VISITS, isCounted: true });
  await world.restart();
  expect(await world.countsOn(domain)).toEqual(whole);
  expect(await world.countsOn('whole.example')).toEqual(whole);
});
