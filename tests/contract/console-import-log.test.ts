// YOURLS links come with the visits of its log in the web app. The log is uploaded in parts, classified by our own code
// while the token is in memory, and removed; only days are stored for the run.

import { allowedTargetsOf } from '@kurz/outbound';
import { sql } from 'kysely';
import { openCountryLookup } from '../../libs/visitor-facts/src';
import { until } from '../until';
import { CRAWLER, IN_AU, startFakeYourls, yourlsDumpOf, type YourlsLink } from '../flow/fake-yourls';
import { TOKEN, type FakePeer } from '../stores/admin/fake-peer';
import { addPerson } from './console-browser';
import { countedLinks } from './counted-links';
import { NO_COUNTS, newName } from './import-job';
import { makeNewImporter } from './new-importer';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';

let links: YourlsLink[] = [];
let peer: FakePeer;
let api: TestApi;
let newImporter: ReturnType<typeof makeNewImporter>;
/** Whether the country database has been replaced. */
let isReplaced = false;
beforeAll(async () => {
  peer = await startFakeYourls(() => links);
  const allowed = allowedTargetsOf(new URL(peer.url).host);
  if (allowed.kind === 'faulty') throw new Error(`${peer.url} names no target`);
  api = await startApi({
    settings: { maxWorkspaces: 1_000, outboundAllowed: allowed.targets },
    openCountries: () => (isReplaced ? Promise.reject(new Error('half a file')) : openCountryLookup()),
  });
  newImporter = makeNewImporter(api, await addPerson(api));
});
afterAll(async () => {
  await api.close();
  await peer.close();
});

const asked = (more: object) => ({
  source: 'yourls',
  from: peer.url,
  token: TOKEN,
  zoneDomain: SHARED_DOMAIN,
  ...more,
});

test('a country database that could not be read is read again for the next log', async () => {
  const readLog = async () => {
    const importer = await newImporter();
    const slug = newName();
    links = [{ slug, clicks: 1 }];
    const log = await importer.upload(yourlsDumpOf([{ slug, moment: '2026-10-01 10:00:00' }]));
    return importer.read(asked({ log }));
  };
  isReplaced = true;
  expect(await readLog()).toMatchObject({ state: 'failed', fault: 'interrupted' });
  isReplaced = false;
  expect(await readLog()).toMatchObject({ state: 'checked', counts: { new: 1 } });
});

test('visits are classified as ours, the log is gone once it is checked, and an undo takes them back', async () => {
  const importer = await newImporter();
  const [seen, quiet] = [newName(), newName()];
  links = [
    { slug: seen, clicks: 10 },
    { slug: quiet, clicks: 3 },
  ];
  const dump = yourlsDumpOf([
    { slug: seen, moment: '2026-10-01 10:00:00', referrer: 'https://news.example/front' },
    { slug: seen, moment: '2026-10-01 11:00:00', agent: CRAWLER },
    { slug: 'never-made', moment: '2026-10-01 11:30:00' },
    { slug: seen, moment: '2026-10-02 09:00:00', address: IN_AU },
  ]);
  const log = await importer.upload(dump, { partLength: 100 });
  const checked = await importer.read(asked({ log }));
  expect(checked).toMatchObject({ id: log, state: 'checked', source: 'yourls', counts: { new: 2 } });
  const parts = await api.db
    .selectFrom('import_job_parts')
    .select('part')
    .where('job_id', '=', log)
    .orderBy('part')
    .execute();
  expect(parts.map(({ part }) => part)).toEqual([1_000]);

  const requests = peer.asked.length;
  const finished = await importer.start(checked.id);
  expect(finished).toMatchObject({ state: 'finished', counts: { new: 2 } });
  expect(peer.asked).toHaveLength(requests);
  expect(await countedLinks(api.db, importer.workspaceId)).toEqual([
    { slug: seen, hits: 10, preTracking: 7 },
    { slug: quiet, hits: 3, preTracking: 3 },
  ]);
  const token = await api.addToken(importer.workspaceId);
  const { body } = await api.fetchJson('GET', `/urls/${seen}/stats?from=2026-10-01&to=2026-10-31`, { token });
  const { stats } = body as { stats: { geo: { k: string }[] } };
  expect(stats).toMatchObject({
    totals: { requests: 3, bots: 1, human: 2, qr: 0 },
    allTime: { total: 10, preTracking: 7, trackingSince: '2026-10-01' },
    browsers: [{ k: 'Chrome', v: 2 }],
  });
  expect(stats).not.toHaveProperty('imported');
  expect(stats.geo.map(({ k }) => k).sort()).toEqual(['AU', 'DE']);

  expect(await importer.undo(finished.importId ?? '')).toMatchObject({ undone: { removed: 2, kept: 0 } });
  expect(await countedLinks(api.db, importer.workspaceId)).toEqual([]);
});

test('a file that is no log ends the job, and nothing of it stays', async () => {
  const importer = await newImporter();
  links = [{ slug: newName(), clicks: 1 }];
  const log = await importer.upload('slug,url\na,https://a.example/\n');
  expect(await importer.read(asked({ log }))).toMatchObject({
    state: 'failed',
    fault: 'unreadable',
    counts: NO_COUNTS,
  });
  const parts = api.db.selectFrom('import_job_parts').select('part').where('job_id', '=', log);
  expect(await parts.execute()).toEqual([]);
});

test('a log that is not there, not whole, not wanted, or read already is refused', async () => {
  const importer = await newImporter();
  links = [{ slug: newName(), clicks: 1 }];
  const read = async (more: object) => {
    const { status, body } = await importer.call<{ code: string; field?: string }>(
      'POST',
      '/readings',
      asked(more),
    );
    return [status, body.code, body.field];
  };
  expect(await read({ log: 'imj_none0000000000000' })).toEqual([404, 'NOT_FOUND', undefined]);
  const created = await importer.call('POST', '/jobs', { fileName: 'log.sql', bytes: 7 });
  const log = created.body.job.id;
  expect(await read({ log })).toEqual([400, 'VALIDATION_FAILED', 'file']);
  expect(await read({ log, source: 'shlink' })).toEqual([400, 'VALIDATION_FAILED', 'log']);
  expect(
    (await (await newImporter()).call<{ code: string }>('POST', '/readings', asked({ log }))).status,
  ).toBe(404);
  await importer.put(log, 0, 'INSERT;');
  expect(await importer.read(asked({ log }))).toMatchObject({ state: 'checked' });
  expect(await read({ log })).toEqual([409, 'IMPORT_NOT_READY', undefined]);
});

const partsOf = (id: string) =>
  api.db.selectFrom('import_job_parts').select('part').where('job_id', '=', id).execute();
const LOG = () => yourlsDumpOf([{ slug: newName(), moment: '2026-10-01 10:00:00', address: IN_AU }]);

test('nothing of a log stays whose reading is interrupted', async () => {
  const importer = await newImporter();
  links = [{ slug: newName(), clicks: 1 }];
  const log = await importer.upload(LOG());
  let reading: Promise<unknown> = Promise.resolve();
  await api.db.transaction().execute(async (transaction) => {
    // the dry run waits for this lock
    await sql`LOCK TABLE import_job_reports IN SHARE MODE`.execute(transaction);
    reading = importer.read(asked({ log }));
    await until(async () => {
      const { rows } = await sql`
        SELECT FROM pg_locks WHERE relation = 'import_job_reports'::regclass AND NOT granted`.execute(api.db);
      return rows.length > 0;
    });
    await api.db
      .updateTable('workspaces')
      .set({ suspended_at: new Date() })
      .where('id', '=', importer.workspaceId)
      .execute();
  });
  expect(await reading).toMatchObject({ state: 'failed', fault: 'interrupted' });
  expect(await partsOf(log)).toEqual([]);
});

test('nor of one whose process is gone', async () => {
  const importer = await newImporter();
  const log = await importer.upload(LOG());
  expect(await partsOf(log)).toHaveLength(1);
  await sql`
    UPDATE import_jobs SET state = 'checking', source = 'yourls', claimed_until = '2000-01-01'
    WHERE id = ${log}`.execute(api.db);
  expect(await importer.settled()).toMatchObject({ state: 'failed', fault: 'interrupted' });
  expect(await partsOf(log)).toEqual([]);
});
