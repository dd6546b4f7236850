// Shlink's visits come with the links in the web app. Each is classified like one of ours while the token is in memory.
// Only days are stored for the run, which requests nothing.

import { shlink } from '../../services/api/src/imports/peers/shlink';
import { shlinkLinks, startFakeShlink, type ShlinkLink } from '../flow/fake-shlink';
import type { FakePeer } from '../stores/admin/fake-peer';
import { addPerson } from './console-browser';
import { countedLinks } from './counted-links';
import { makeNewImporter } from './new-importer';
import { readByApi } from './read-by-api';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';

const LINKS = 20;
const links = shlinkLinks(LINKS, 1_203);

let api: TestApi;
let peer: FakePeer;
let newImporter: ReturnType<typeof makeNewImporter>;
beforeAll(async () => {
  api = await startApi({ settings: { maxWorkspaces: 1_000 } });
  newImporter = makeNewImporter(api, await addPerson(api));
});
beforeEach(async () => {
  peer = await startFakeShlink(links);
});
afterEach(() => peer.close());
afterAll(() => api.close());

const read = (workspaceId: string, isWithDays = true) =>
  readByApi(api.db, { workspaceId, zoneDomain: SHARED_DOMAIN }, { api: shlink, peer, isWithDays });

const countsOf = (moved: readonly ShlinkLink[]) =>
  moved
    .map(({ shortCode: slug, total: hits, visits }) => ({ slug, hits, preTracking: hits - visits.length }))
    .sort((a, b) => (a.slug < b.slug ? -1 : 1));

test('days and totals are the source’s, people stand beside bots, and an undo takes them back', async () => {
  const importer = await newImporter();
  const { workspaceId } = importer;
  await read(workspaceId);
  const checked = await importer.settled();
  expect(checked).toMatchObject({ state: 'checked', source: 'shlink', counts: { new: LINKS } });
  const requests = peer.asked.length;
  const finished = await importer.start(checked.id);
  expect(finished).toMatchObject({ state: 'finished', counts: { new: LINKS } });
  expect(peer.asked).toHaveLength(requests);
  expect(await countedLinks(api.db, workspaceId)).toEqual(countsOf(links));
  const token = await api.addToken(workspaceId);
  const { body } = await api.fetchJson('GET', '/urls/slug-0/stats?from=2026-09-01&to=2026-10-31', { token });
  const { stats } = body as { stats: { series: { n: number }[]; geo: { k: string }[] } };
  expect(stats).toMatchObject({
    totals: { requests: 1_203, bots: 401, human: 802, qr: 0 },
    allTime: { total: 1_203, preTracking: 0, trackingSince: '2026-10-01' },
    browsers: [{ k: 'Chrome', v: 802 }],
    languages: [{ k: '~other', v: 802 }],
  });
  expect(stats).not.toHaveProperty('imported');
  expect(stats.geo.map(({ k }) => k).sort()).toEqual(['DE', 'US', 'unknown']);
  expect(await api.db.selectFrom('import_days').select('day').execute()).toEqual([]);
  expect(await importer.undo(finished.importId ?? '')).toMatchObject({
    undone: { removed: LINKS, kept: 0 },
  });
  expect(await countedLinks(api.db, workspaceId)).toEqual([]);
});

test('totals alone come where visits are not wanted', async () => {
  const importer = await newImporter();
  await read(importer.workspaceId, false);
  const { id } = await importer.settled();
  expect(peer.asked.some(({ url }) => url.pathname.includes('/visits'))).toBe(false);
  await importer.start(id);
  const totals = countsOf(links).map(({ slug, hits }) => ({ slug, hits, preTracking: hits }));
  expect(await countedLinks(api.db, importer.workspaceId)).toEqual(totals);
});
