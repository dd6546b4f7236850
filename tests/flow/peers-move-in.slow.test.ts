// `kurz import` of every other shortener moves links in by its API, with the token from standard input. A second import
// changes nothing.

import { peerApis } from '@kurz/api';
import { describedPeers } from '../stores/admin/described-peers';
import { startFakePeer, TOKEN, type FakePeer } from '../stores/admin/fake-peer';
import { openCsvImportWorld, type CsvImportWorld } from './csv-import-world';
import { adminResultOf, jsonOf } from './spawn-admin-command';

let world: CsvImportWorld;
let peer: FakePeer | undefined;
beforeAll(async () => {
  world = await openCsvImportWorld();
});
afterAll(() => world.close());
afterEach(() => peer?.close());

const runWith = (token: string, words: string[]) => world.runWith(`${token}\n`, ...words);

/** The same as a process. */
async function spawnWith(token: string, words: string[]) {
  const { child, finished } = world.spawn(...words);
  child.stdin.end(`${token}\n`);
  return adminResultOf(await finished);
}

test.each(peerApis.map(({ name }) => name))('moves links in from %s once', async (name) => {
  peer = await startFakePeer((asked) => describedPeers[name]?.(asked));
  const place = await world.newPlace();
  const from = ['import', name, '--from', peer.url];
  const words = [...from, '--workspace', place.workspace, '--zone', place.domain];
  // importing visits would need Kafka, and importing days ClickHouse
  const api = peerApis.find((one) => one.name === name);
  if (api?.visitsOf ?? api?.daysOf) words.push('--no-visits');
  // one by a process is enough to show that the program reads its token; the others do without its start
  const command = api === peerApis[0] ? spawnWith : runWith;
  jsonOf(words, await command(TOKEN, words));
  const state = await world.stateOf(place);
  expect(state.imports).toMatchObject([{ state: 'finished' }]);
  expect(state.links).toContainEqual(
    expect.objectContaining({ slug: 'spring', url: 'https://shop.example/spring' }),
  );
  const again = jsonOf(words, await runWith(TOKEN, words));
  expect(again).toMatchObject({ id: null });
  expect(await world.stateOf(place)).toEqual(state);
  const stored = await world.db.selectFrom('imports').select(['source', 'fingerprint']).execute();
  expect(stored).toContainEqual({ source: name, fingerprint: Buffer.alloc(0) });
});

test('says that a token is refused, and what is no address', async () => {
  peer = await startFakePeer(() => ({ status: 401, body: {} }));
  const place = await world.newPlace();
  const words = ['--workspace', place.workspace];
  const refused = await runWith('wrong', ['import', 'kutt', '--from', peer.url, ...words]);
  expect([refused.code, refused.stdout]).toEqual([
    1,
    expect.stringContaining(`${peer.url} refuses the token`),
  ]);
  const nowhere = await runWith(TOKEN, ['import', 'kutt', '--from', 'file:///etc', ...words]);
  expect([nowhere.code, nowhere.stdout]).toEqual([
    1,
    expect.stringContaining('--from must be a web address'),
  ]);
});
