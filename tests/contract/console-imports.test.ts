// A workspace imports a file in the web app: dry run, run, reports, list and undo.

import { addMember, addPerson, type TestPerson } from './console-browser';
import { fetchCsv } from './fetch-csv';
import { csvOf, makeImporter, newName, NO_COUNTS } from './import-job';
import { makeNewImporter } from './new-importer';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';

let api: TestApi;
let owner: TestPerson;
let newImporter: ReturnType<typeof makeNewImporter>;
beforeAll(async () => {
  api = await startApi({ settings: { maxWorkspaces: 1_000 } });
  owner = await addPerson(api);
  newImporter = makeNewImporter(api, owner);
});
afterAll(() => api.close());

test('a file in parts is checked without a change, imported, listed, and taken back', async () => {
  const importer = await newImporter();
  const [one, two] = [newName(), newName()];
  const checked = await importer.check(csvOf(one, two, 'a.b'), { partLength: 20 });
  const counts = { ...NO_COUNTS, new: 2, slug_not_allowed: 1 };
  expect(checked).toMatchObject({ state: 'checked', counts, total: 3, importId: null });
  expect(await importer.slugs()).toEqual([]);

  const finished = await importer.start(checked.id);
  expect(finished).toMatchObject({ state: 'finished', counts, total: 3 });
  expect(await importer.slugs()).toEqual([one, two]);
  const { importId } = finished;
  const past = { id: importId, source: 'csv', links: 2 };
  expect((await importer.list()).imports).toMatchObject([{ ...past, state: 'finished' }]);
  const parts = api.db.selectFrom('import_job_parts').select('part').where('job_id', '=', checked.id);
  expect(await parts.execute()).toEqual([]);

  expect(await importer.undo(importId ?? '')).toMatchObject({
    state: 'undone',
    undone: { removed: 2, kept: 0 },
  });
  expect(await importer.slugs()).toEqual([]);
  expect((await importer.list()).imports).toMatchObject([{ ...past, state: 'undone' }]);
  expect((await importer.call('POST', `/${importId}/undo`)).body.code).toBe('IMPORT_NOT_READY');
});

test('the second import of a file finds every link the same, and is no import', async () => {
  const importer = await newImporter();
  const file = csvOf(newName());
  await importer.start((await importer.check(file)).id);
  const checked = await importer.check(file);
  expect(checked.counts).toEqual({ ...NO_COUNTS, same: 1 });
  expect(await importer.start(checked.id)).toMatchObject({ state: 'finished', importId: null });
  expect((await importer.list()).imports).toHaveLength(1);
});

test('the newest hundred imports are listed', async () => {
  const importer = await newImporter();
  const { workspaceId } = importer;
  const idOf = (age: number) => `imp_${String(age).padStart(3, '0')}${workspaceId.slice(-15)}`;
  const past = Array.from({ length: 120 }, (_, age) => ({
    id: idOf(age),
    workspace_id: workspaceId,
    source: 'csv',
    state: 'finished' as const,
    fingerprint: Buffer.alloc(0),
    counts: JSON.stringify({ new: 1 }),
    created_at: new Date(Date.now() - age * 60_000),
  }));
  await api.db.insertInto('imports').values(past).execute();
  const { imports } = await importer.list();
  expect(imports.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, age) => idOf(age)));
});

test('a link that the service has restricted is paused where the CSV of the list is imported', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  const [restricted, open] = [newName(), newName()];
  for (const slug of [restricted, open])
    await api.fetchJson('POST', '/urls', { token, body: { url: 'https://a.example/', slug } });
  const links = api.db.updateTable('links').where('workspace_id', '=', workspaceId);
  await links.set({ is_restricted: true }).where('slug', '=', restricted).execute();
  const { text } = await fetchCsv(api, 'sort=created', token);
  const importer = await newImporter();
  const { counts } = await importer.start((await importer.check(text.replaceAll('imported-', 'moved-'))).id);
  expect(counts).toEqual({ ...NO_COUNTS, new: 2 });
  const moved = await api.db
    .selectFrom('links')
    .select('is_enabled')
    .where('workspace_id', '=', importer.workspaceId)
    .orderBy('created_at')
    .execute();
  expect(moved.map((link) => link.is_enabled)).toEqual([false, true]);
});

test('a report has the links of an outcome with the reasons in the language of its reader', async () => {
  const importer = await newImporter();
  const { id } = await importer.check(`${csvOf(newName())}\n=x,https://a.example/\nabc,no address\n`);
  expect(await importer.report(id, 'slug_not_allowed')).toBe(
    'line,domain,slug,url,reason\r\n' +
      '2,,\'=x,https://a.example/,"A slug has 3 to 1024 characters: letters, digits, hyphens and underscores."\r\n',
  );
  expect(await importer.report(id, 'destination_refused', 'de')).toContain('vollständige Webadresse');
  expect(await importer.report(id, 'conflict')).toBe('line,domain,slug,url,reason\r\n');
  expect((await importer.call('GET', `/jobs/${id}/reports/everything`)).status).toBe(404);
  await importer.start(id);
  expect((await importer.report(id, 'new')).split('\r\n')).toHaveLength(3);
});

test('the domain of all links is the one that is asked for', async () => {
  const importer = await newImporter();
  const zoneDomain = SHARED_DOMAIN.toUpperCase();
  const file = `short link,url\nelsewhere.example/${newName()},https://a.example/\n`;
  expect((await importer.check(file, { zoneDomain })).counts).toEqual({ ...NO_COUNTS, new: 1 });
  expect((await importer.check(file)).counts).toEqual({ ...NO_COUNTS, domain_missing: 1 });
});

test.each([
  ['an empty file', '\n', 'empty'],
  ['a ZIP archive', 'PK\x03\x04', 'zip'],
  ['a page', '<!doctype html><p>', 'html'],
  ['no slugs', 'url,title\na,b', 'no_slug_column'],
  ['no destinations', 'slug,title\na,b', 'no_destination_column'],
  ['a quote without an end', 'slug,url\na,"b\n', 'not_csv'],
  ['a quote in the middle of a cell', 'slug,url,title\nabc,https://a.example/,A 24" screen\n', 'not_csv'],
  ['a line without an end', `slug,url\na,${'b'.repeat(600_000)}`, 'line_too_long'],
])('%s ends the job with its fault', async (_, content, fault) => {
  const importer = await newImporter();
  const failed = await importer.check(content);
  expect(failed).toMatchObject({ state: 'failed', fault, counts: NO_COUNTS });
  const { status, body } = await importer.call('POST', `/jobs/${failed.id}/start`);
  expect([status, body.code]).toEqual([409, 'IMPORT_NOT_READY']);
});

test('a file that has not arrived as a whole is not checked, and none is larger than it was said to be', async () => {
  const importer = await newImporter();
  const { body } = await importer.call('POST', '/jobs', { fileName: 'links.csv', bytes: 20 });
  const { id } = body.job;
  const check = () => importer.call<{ error: string; code: string }>('POST', `/jobs/${id}/check`);
  expect((await check()).body.error).toBe('"file" has not arrived as a whole.');
  expect((await importer.put(id, 1, 'x'.repeat(10))).status).toBe(204);
  expect((await check()).status).toBe(400);
  expect((await importer.put(id, 0, 'x'.repeat(11))).body.error).toContain('more bytes');
  expect((await importer.put(id, 1_000, 'x')).status).toBe(400);
  expect((await importer.put(id, 'x', 'x')).status).toBe(400);
  expect((await importer.put(id, 0, 'x', { 'content-type': 'application/json' })).status).toBe(415);
  expect(
    (await importer.put(id, 0, 'x', { 'content-type': 'text/csv', 'content-encoding': 'gzip' })).status,
  ).toBe(415);
  expect((await importer.put(id, 0, 'x'.repeat(2 * 1024 ** 2))).body.error).toContain('1 MB');
  expect((await importer.put(id, 0, 'slug,url\na')).status).toBe(204);
  expect((await check()).status).toBe(202);
});

test('a file that is too large is refused with the limit, and a strange one with its field', async () => {
  const importer = await newImporter();
  const create = async (body: object) => {
    const answered = await importer.call<{ error: string; code: string }>('POST', '/jobs', body);
    return [answered.status, answered.body.code, answered.body.error];
  };
  const large = [413, 'FILE_TOO_LARGE', 'The file must not exceed 64 MB.'];
  expect(await create({ fileName: 'a.csv', bytes: 64 * 1024 ** 2 + 1 })).toEqual(large);
  for (const body of [
    {},
    { fileName: '', bytes: 1 },
    { fileName: 'x'.repeat(256), bytes: 1 },
    { fileName: 'a.csv', bytes: 0 },
    { fileName: 'a.csv', bytes: 1.5 },
    { fileName: 'a.csv', bytes: 1, zoneDomain: 'no domain' },
  ])
    expect((await create(body)).slice(0, 2)).toEqual([400, 'VALIDATION_FAILED']);
});

test('a job that is removed is gone, and nothing unknown is taken back', async () => {
  const importer = await newImporter();
  const { id } = await importer.check(csvOf(newName()));
  expect((await importer.call('DELETE', `/jobs/${id}`)).status).toBe(204);
  expect((await importer.call('DELETE', `/jobs/${id}`)).status).toBe(404);
  expect((await importer.call('POST', `/jobs/${id}/start`)).status).toBe(404);
  expect(await importer.list()).toEqual({ job: null, imports: [] });
  expect((await importer.call('POST', '/imp_0000000000000000aa/undo')).status).toBe(404);
});

test('new links are of the plan’s allowance', async () => {
  const importer = await newImporter('free');
  const names51 = Array.from({ length: 51 }, newName);
  const { id } = await importer.check(csvOf(...names51));
  const refused = await importer.call('POST', `/jobs/${id}/start`);
  expect([refused.status, refused.body.code]).toEqual([403, 'INSUFFICIENT_QUOTA']);
  await importer.start((await importer.check(csvOf(...names51.slice(1)))).id);
  const quota = api.db
    .selectFrom('link_quota')
    .select('used')
    .where('workspace_id', '=', importer.workspaceId);
  expect(await quota.execute()).toEqual([{ used: 50 }]);
});

test('links and events of an import name the person who started it', async () => {
  const admin = await addPerson(api);
  const importer = await newImporter('business', admin);
  await importer.start((await importer.check(csvOf(newName()))).id);
  const events = await api.db
    .selectFrom('audit_events')
    .select(['action', 'user_id'])
    .where('workspace_id', '=', importer.workspaceId)
    .where('action', 'in', ['link.created', 'import.begun', 'import.finished'])
    .orderBy('id')
    .execute();
  expect(events).toEqual([
    { action: 'import.begun', user_id: admin.userId },
    { action: 'link.created', user_id: admin.userId },
    { action: 'import.finished', user_id: admin.userId },
  ]);
});

test('imports are for owners and admins', async () => {
  const importer = await newImporter();
  const member = await addMember(api, importer.workspaceId, 'member');
  const asMember = makeImporter(member, importer.workspaceId);
  expect((await asMember.call('GET', '')).status).toBe(403);
  expect((await asMember.call('POST', '/jobs', { fileName: 'a.csv', bytes: 1 })).status).toBe(403);
  const { id } = await importer.check(csvOf(newName()));
  expect((await asMember.call('POST', `/jobs/${id}/start`)).status).toBe(403);
  const stranger = makeImporter(await addPerson(api), importer.workspaceId);
  expect((await stranger.call('GET', `/jobs/${id}/reports/new`)).status).toBe(404);
});
