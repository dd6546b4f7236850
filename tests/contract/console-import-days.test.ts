// Bitly's clicks by day come with the links in the web app. They are read while the token is in memory, and stored for
// the run, which requests nothing.

import { bitly } from '../../services/api/src/imports/peers/bitly';
import { bitlinks, startFakeBitly } from '../flow/fake-bitly';
import type { FakePeer } from '../stores/admin/fake-peer';
import { addPerson } from './console-browser';
import { countedLinks } from './counted-links';
import { makeNewImporter } from './new-importer';
import { readByApi } from './read-by-api';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';

const LINKS = 60;
const links = bitlinks(LINKS);
const TAKEN = 'slug-3';

let api: TestApi;
let peer: FakePeer;
let newImporter: ReturnType<typeof makeNewImporter>;
beforeAll(async () => {
  api = await startApi({ settings: { maxWorkspaces: 1_000 } });
  newImporter = makeNewImporter(api, await addPerson(api));
});
beforeEach(async () => {
  peer = await startFakeBitly(links);
});
afterEach(() => peer.close());
afterAll(() => api.close());

const placeOf = (workspaceId: string) => ({ workspaceId, zoneDomain: SHARED_DOMAIN });
const sumOf = (days: readonly { clicks: number }[]) => days.reduce((sum, { clicks }) => sum + clicks, 0);

const urlOf = ({ url }: { url: URL }) => url.pathname;
const clickRequests = () => peer.asked.filter((asked) => urlOf(asked).includes('/clicks'));

test('hits are days and totals of each link; an undo takes them back', async () => {
  const importer = await newImporter();
  const { workspaceId } = importer;
  const first = await importer.check(`slug,url\n${TAKEN},https://elsewhere.example/`);
  await importer.start(first.id);
  await readByApi(api.db, placeOf(workspaceId), { api: bitly, peer, isWithDays: true });
  const checked = await importer.settled();
  expect(checked).toMatchObject({ state: 'checked', source: 'bitly', counts: { new: 59, conflict: 1 } });
  // of links that would be made alone, their days and their total
  expect(clickRequests()).toHaveLength(2 * 59);
  expect(peer.asked.some((asked) => urlOf(asked).includes(`/${TAKEN}/`))).toBe(false);
  expect(await countedLinks(api.db, workspaceId)).toHaveLength(1);

  const requests = peer.asked.length;
  const finished = await importer.start(checked.id);
  expect(finished).toMatchObject({ state: 'finished', counts: { new: 59 } });
  expect(peer.asked).toHaveLength(requests);
  const moved = links.filter(({ code }) => code !== TAKEN);
  const counted = await countedLinks(api.db, workspaceId);
  expect(counted.filter(({ slug }) => slug !== TAKEN)).toEqual(
    moved
      .map(({ code: slug, total, days }) => ({ slug, hits: total, preTracking: total - sumOf(days) }))
      .sort((a, b) => (a.slug < b.slug ? -1 : 1)),
  );
  const token = await api.addToken(workspaceId);
  const { days } = links[7] ?? { days: [] };
  const stats = await api.fetchJson('GET', '/urls/slug-7/stats?from=2026-09-01&to=2026-10-31', { token });
  expect(stats.body).toMatchObject({
    stats: {
      totals: { requests: sumOf(days), human: sumOf(days), bots: 0, qr: 0 },
      series: days.map(({ day: date, clicks: n }) => ({ date, n, b: 0 })),
      imported: [{ k: 'bitly', v: sumOf(days) }],
    },
  });
  const event = api.db.selectFrom('audit_events').select('changes').where('action', '=', 'import.finished');
  const { changes } = await event.where('subject_id', '=', finished.importId).executeTakeFirstOrThrow();
  const visits = moved.reduce((sum, link) => sum + sumOf(link.days), 0);
  expect(JSON.stringify(changes)).toContain(`"visits":{"new":${visits}}`);

  expect(await importer.undo(finished.importId ?? '')).toMatchObject({ undone: { removed: 59, kept: 0 } });
  expect(await countedLinks(api.db, workspaceId)).toHaveLength(1);
  const gone = await api.fetchJson('GET', '/urls/slug-7/stats', { token });
  expect(gone.status).toBe(404);
});

test('no link is asked for where clicks by day are not wanted', async () => {
  const importer = await newImporter();
  await readByApi(api.db, placeOf(importer.workspaceId), { api: bitly, peer, isWithDays: false });
  const { id, counts } = await importer.settled();
  expect([counts['new'], clickRequests()]).toEqual([59, []]);
  await importer.start(id);
  const counted = await countedLinks(api.db, importer.workspaceId);
  expect(counted.every(({ hits }) => hits === 0)).toBe(true);
});
