// `kurz import csv`, killed and run again, leaves what one without a kill leaves; so does `kurz import undo`.

import {
  csvOf,
  linksIn,
  openCsvImportWorld,
  type CsvImportWorld,
  type ImportPlace,
} from './csv-import-world';
import { importOf, runKilled } from './killed-csv-imports';
import { until } from '../until';

const LINKS = 2_000;
const COUNTS = { new: 1_800, conflict: 100, slug_not_allowed: 100 };
const NOTHING = { links: [], imports: [], events: [], tags: [] };

let world: CsvImportWorld;
let file: string;
let whole: ImportPlace;
let killed: ImportPlace;
beforeAll(async () => {
  world = await openCsvImportWorld();
  file = world.write('links.csv', csvOf(LINKS));
  [whole, killed] = [await world.newPlace(), await world.newPlace()];
});
afterAll(() => world.close());

/** Starts the command and kills it as soon as `isThere` holds. */
async function killWhen(words: string[], isThere: () => Promise<boolean>): Promise<void> {
  const { child, finished } = world.spawn(...words);
  await until(async () => child.exitCode !== null || (await isThere()));
  child.kill('SIGKILL');
  expect((await finished).code).toBeNull();
}

it('says beforehand what becomes of each line, in one file an outcome', async () => {
  const dry = await world.run(...world.words(file, whole), '--dry-run', '--report', `${world.folder}/report`);
  expect(dry).toEqual({ isDryRun: true, counts: COUNTS });
  expect(world.linesIn('report')).toEqual({
    'new.csv': COUNTS.new,
    'same.csv': 0,
    'conflict.csv': COUNTS.conflict,
    'slug_not_allowed.csv': COUNTS.slug_not_allowed,
    'destination_refused.csv': 0,
    'domain_missing.csv': 0,
    'invalid.csv': 0,
  });
  const [head, first] = world.read('report/slug_not_allowed.csv').split('\r\n');
  expect(head).toBe('line,domain,slug,url,reason');
  expect(first).toMatch(/^4,,a\.b,https:\/\/a\.example\/3,\S/);
  expect(await world.stateOf(whole)).toEqual(NOTHING);
});

it('is equal to one without a kill, and importing again changes nothing', async () => {
  await world.run(...world.words(file, whole));
  const words = world.words(file, killed);
  await killWhen(words, async () => (await linksIn(world.db, killed)) > 0);
  const before = await linksIn(world.db, killed);
  await killWhen(words, async () => (await linksIn(world.db, killed)) > before);
  expect(await linksIn(world.db, killed)).toBeLessThan(COUNTS.new);
  expect(await world.spawned(...words)).toMatchObject({ counts: COUNTS });
  const state = await world.stateOf(killed);
  expect(state).toEqual(await world.stateOf(whole));
  expect(state.links).toHaveLength(COUNTS.new);

  const { new: same, ...others } = COUNTS;
  expect(await world.run(...words)).toEqual({ id: null, counts: { ...others, same } });
  expect(await world.stateOf(killed)).toEqual(state);
});

it('is taken back as one without a kill', async () => {
  for (const place of [whole, killed])
    await world.db
      .updateTable('links')
      .set({ title: 'mine', version: 1_000_000 })
      .where('workspace_id', '=', place.workspace)
      .where('slug', '=', 'slug-0')
      .execute();
  const undone = { removed: COUNTS.new - 1, kept: 1 };
  expect(await world.run('import', 'undo', await importOf(world, whole))).toMatchObject(undone);
  const words = ['import', 'undo', await importOf(world, killed)];
  await killWhen(words, async () => (await linksIn(world.db, killed)) < COUNTS.new);
  expect((await runKilled(world, words, 1)).json).toMatchObject(undone);
  expect(await world.run(...words)).toMatchObject(undone);
  const state = await world.stateOf(killed);
  expect(state).toEqual(await world.stateOf(whole));
  expect(state.links).toMatchObject([{ slug: 'slug-0', title: 'mine' }]);
  expect(state.tags).toHaveLength(1);
});

test.each([
  ['a ZIP archive', 'zip.csv', 'PK\u0003\u0004', [], 'zip.csv is a ZIP archive'],
  ['a file that is not there', 'gone.csv', undefined, [], 'gone.csv'],
  ['a domain that is none', 'fine.csv', 'slug,url\n', ['--zone', 'a b'], 'a b is not a domain name'],
  [
    'another workspace',
    'fine.csv',
    'slug,url\n',
    ['--workspace', 'ws_none'],
    'there is no workspace ws_none',
  ],
  ['a report without a dry run', 'fine.csv', 'slug,url\n', ['--report', 'x'], '--report needs --dry-run'],
])('says that it cannot use %s', async (_, name, content, more, message) => {
  const words = world.words(content === undefined ? name : world.write(name, content), whole);
  const { code, stdout, stderr } = await world.runWith('', ...words, ...more);
  expect([code, stdout]).toEqual([1, expect.stringContaining(message)]);
  expect(stderr).toMatch(/^error: .*\n(\(--help says more\)\n)?$/);
});
