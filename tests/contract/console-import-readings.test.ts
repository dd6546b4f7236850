// A workspace imports from another shortener's API in the web app. The token is only in the memory of one process.

import { allowedTargetsOf, type AllowedTargets } from '@kurz/outbound';
import { sql } from 'kysely';
import { startFakePeer, TOKEN, type Asked, type FakePeer, type PeerAnswer } from '../stores/admin/fake-peer';
import { until } from '../until';
import { addMember, addPerson } from './console-browser';
import { csvOf, makeImporter, newName, NO_COUNTS } from './import-job';
import { makeNewImporter } from './new-importer';
import { startApi, type TestApi } from './start-api';

let answer: (asked: Asked) => PeerAnswer | undefined;
let peer: FakePeer;
let api: TestApi;
let newImporter: ReturnType<typeof makeNewImporter>;

function targetsOf(text: string): AllowedTargets {
  const outcome = allowedTargetsOf(text);
  if (outcome.kind === 'faulty') throw new Error(`${text} names no target`);
  return outcome.targets;
}

beforeAll(async () => {
  peer = await startFakePeer((asked) => answer(asked));
  const outboundAllowed = targetsOf(new URL(peer.url).host);
  api = await startApi({ settings: { maxWorkspaces: 1_000, outboundAllowed } });
  newImporter = makeNewImporter(api, await addPerson(api));
});
afterAll(async () => {
  await api.close();
  await peer.close();
});

const sent = (more: object = {}) => ({ source: 'kutt', from: peer.url, token: TOKEN, ...more });
const links = (...slugs: string[]) => ({
  body: {
    total: slugs.length,
    data: slugs.map((address) => ({ address, target: `https://a.example/${address}`, visit_count: 7 })),
  },
});
const waiting: PeerAnswer = { status: 429, headers: { 'retry-after': '3000' } };

/** The tables that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(api.db);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql`
      SELECT FROM ${sql.table(name)} AS one
      WHERE one::text LIKE ${`%${text}%`} OR one::text LIKE ${`%${Buffer.from(text).toString('hex')}%`} LIMIT 1`.execute(
      api.db,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test('links are read once, checked without a change, and imported with their totals', async () => {
  const importer = await newImporter();
  const [one, two] = [newName(), newName()];
  const requests = peer.asked.length;
  answer = ({ headers }) => (headers['x-api-key'] === TOKEN ? links(one, two, 'a.b') : { status: 401 });
  const checked = await importer.read(sent({ token: ` ${TOKEN}\n` }));
  const counts = { ...NO_COUNTS, new: 2, slug_not_allowed: 1 };
  const fileName = `kutt (${new URL(peer.url).host})`;
  expect(checked).toMatchObject({ state: 'checked', source: 'kutt', fileName, counts, total: 3 });
  expect(await importer.slugs()).toEqual([]);
  expect(await importer.report(checked.id, 'slug_not_allowed')).toContain('3,,a.b,https://a.example/a.b,');
  expect(await tablesWith(TOKEN)).toEqual([]);

  answer = () => ({ status: 500 });
  const finished = await importer.start(checked.id);
  expect(finished).toMatchObject({ state: 'finished', counts });
  expect(await importer.slugs()).toEqual([one, two]);
  expect(peer.asked).toHaveLength(requests + 1);
  expect((await importer.list()).imports).toMatchObject([{ source: 'kutt', links: 2 }]);
  const { rows } = await sql`SELECT pre_tracking AS n FROM links WHERE slug = ${one}`.execute(api.db);
  expect(rows).toEqual([{ n: 7 }]);
  const begun = api.db.selectFrom('audit_events').select('subject_name').where('action', '=', 'import.begun');
  expect(await begun.where('subject_id', '=', checked.id).execute()).toEqual([{ subject_name: 'kutt' }]);

  expect(await importer.undo(finished.importId ?? '')).toMatchObject({ undone: { removed: 2 } });
});

test('more links than a page has are kept and imported', async () => {
  const importer = await newImporter();
  const slugs = Array.from({ length: 1_130 }, newName);
  answer = ({ url }) => {
    const skip = Number(url.searchParams.get('skip'));
    const page = links(...slugs.slice(skip, skip + 50));
    return { body: { ...page.body, total: slugs.length } };
  };
  const { id } = await importer.read(sent());
  expect(await importer.start(id)).toMatchObject({ state: 'finished', counts: { new: slugs.length } });
  expect(await importer.slugs()).toHaveLength(slugs.length);
});

test.each<readonly [string, () => PeerAnswer | undefined, object, string]>([
  ['a token that is refused', () => ({ status: 401 }), {}, 'token_refused'],
  ['another API', () => ({ body: [] }), {}, 'strange'],
  ['a redirect', () => ({ status: 301, headers: { location: 'http://127.0.0.1:1/' } }), {}, 'strange'],
  ['a wait of a day', () => ({ status: 429, headers: { 'retry-after': '86400' } }), {}, 'busy'],
  ['an address of this machine', () => undefined, { from: 'https://127.0.0.1' }, 'not_allowed'],
  [
    'an address of its network, however written',
    () => undefined,
    { from: 'https://0xA9FEA9FE' },
    'not_allowed',
  ],
  ['a port that is asked of nobody', () => undefined, { from: 'https://a.example:22' }, 'not_allowed'],
  ['a plain connection', () => undefined, { from: 'http://a.example' }, 'not_allowed'],
])('%s ends the job with its fault', async (_, answered, more, fault) => {
  const importer = await newImporter();
  answer = answered;
  expect(await importer.read(sent(more))).toMatchObject({ state: 'failed', fault, counts: NO_COUNTS });
});

test('a strange request is refused with its field', async () => {
  const importer = await newImporter();
  const fieldOf = async (more: object) => {
    const { status, body } = await importer.call<{ field: string }>('POST', '/readings', sent(more));
    return [status, body.field];
  };
  expect(await fieldOf({ source: 'csv' })).toEqual([400, 'source']);
  expect(await fieldOf({ source: 'bitly' })).toEqual([400, 'from']);
  for (const from of ['', 'no address', 'ftp://a.example', 'https://me:it@a.example', 'https://a.example/?a'])
    expect(await fieldOf({ from })).toEqual([400, 'from']);
  for (const token of ['', ' ', 'a b', 'x'.repeat(4_097), 'ü', undefined])
    expect(await fieldOf({ token })).toEqual([400, 'token']);
  expect(await fieldOf({ zoneDomain: 'no domain' })).toEqual([400, 'zoneDomain']);
});

test('a wait that the service asks for is shown, and ends with the job', async () => {
  const importer = await newImporter();
  answer = () => waiting;
  const { body } = await importer.call('POST', '/readings', sent());
  await until(async () => typeof (await importer.list()).job?.waitsUntil === 'string');
  const created = await importer.call('POST', '/jobs', { fileName: 'a.csv', bytes: 1 });
  expect([created.status, created.body.code]).toEqual([409, 'IMPORT_IN_PROGRESS']);
  expect((await importer.call('POST', '/readings', sent())).body.code).toBe('IMPORT_IN_PROGRESS');
  expect((await importer.call('DELETE', `/jobs/${body.job.id}`)).status).toBe(204);
  answer = () => links(newName());
  expect((await importer.read(sent())).state).toBe('checked');
});

test('a reading whose process is gone has failed, and no other process takes it', async () => {
  const importer = await newImporter();
  answer = () => waiting;
  const { id } = (await importer.call('POST', '/readings', sent())).body.job;
  await sql`UPDATE import_jobs SET claim = claim + 1, claimed_until = '2000-01-01' WHERE id = ${id}`.execute(
    api.db,
  );
  // this wakes the loop
  const other = await newImporter();
  await other.check(csvOf(newName()));
  expect(await importer.settled()).toMatchObject({ state: 'failed', fault: 'interrupted' });
});

test('readings are for owners and admins', async () => {
  const importer = await newImporter();
  const member = makeImporter(await addMember(api, importer.workspaceId, 'member'), importer.workspaceId);
  expect((await member.call('POST', '/readings', sent())).status).toBe(403);
});

test('a person who reads in many workspaces at once leaves places to others', async () => {
  answer = () => waiting;
  const newOfGreedy = makeNewImporter(api, await addPerson(api));
  const greedy: Awaited<ReturnType<typeof newOfGreedy>>[] = [];
  for (let index = 0; index < 20; index++) greedy.push(await newOfGreedy());
  const begin = ({ call }: Pick<(typeof greedy)[number], 'call'>) => call('POST', '/readings', sent());
  const begun = await Promise.all(greedy.map(begin));
  const refused = begun.filter(({ status }) => status !== 202);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 16 }, () => [429, 'RATE_LIMITED']),
  );
  const other = makeNewImporter(api, await addPerson(api));
  const importer = await other();
  expect((await begin(importer)).status).toBe(202);

  // a place that a reading has left, or that a refused one did not need, is free again
  for (const one of [...greedy, importer]) {
    const { job } = await one.list();
    if (job) await one.call('DELETE', `/jobs/${job.id}`);
  }
  await until(async () => (await begin(importer)).status === 202);
  answer = () => links(newName());
  const [first] = greedy;
  for (let tries = 0; tries < 6; tries++) expect((await first?.read(sent()))?.state).toBe('checked');
});

test('a process that stops ends its readings, and says so', async () => {
  const importer = await newImporter();
  answer = () => waiting;
  const { id } = (await importer.call('POST', '/readings', sent())).body.job;
  await until(async () => typeof (await importer.list()).job?.waitsUntil === 'string');
  await api.api.close();
  const row = api.db.selectFrom('import_jobs').select(['state', 'fault']).where('id', '=', id);
  expect(await row.execute()).toEqual([{ state: 'failed', fault: 'interrupted' }]);
});
