// Lists and reports of an API with KURZ_POSTGRES_REPLICA_URL: they show each write that was answered before, whichever
// API took it, and whatever the replica does.

import { startPostgresPair, type TestPostgresPair } from '@kurz/backends';
import { makeClosing } from '@kurz/process';
import { openFixtureDatabase } from '../fixture-database';
import { until } from '../until';
import { HIGH_LIMIT_PLANS } from '../high-limit-plans';
import { openApiWorld, type ApiProcess, type ApiWorld } from './api-world';
import { urlOfPostgres } from './service-process';

const LINKS = 40;
const READS = /^kurz_api_long_reads_total\{server="replica"\} (\d+)$/m;

const closing = makeClosing();
let pair: TestPostgresPair;
let world: ApiWorld;
let writer: ApiProcess;
let reader: ApiProcess;

beforeAll(async () => {
  pair = await startPostgresPair();
  const { options, close } = pair;
  world = await openApiWorld(() => Promise.resolve({ ...pair.primary, options, close }));
  closing.add('world', world.close);
  writer = await world.start(HIGH_LIMIT_PLANS);
  const { host, port } = pair.standby.options;
  reader = await world.start({
    ...HIGH_LIMIT_PLANS,
    KURZ_POSTGRES_REPLICA_URL: urlOfPostgres({ ...pair.primary.options, host, port }),
  });
});
afterAll(() => closing.close());

const ofReplica = async () => Number(READS.exec((await reader.ask('/metrics'))?.text ?? '')?.[1] ?? 0);

async function make(slug: string): Promise<void> {
  const body = { url: `https://a.example/${slug}?utm_campaign=spring`, slug, tags: ['spring'] };
  const { status } = await writer.call('/v1/urls', { method: 'POST', body });
  expect([slug, status]).toEqual([slug, 201]);
}

async function read(path: string): Promise<unknown> {
  const { status, text } = await reader.call(path);
  expect([path, status]).toEqual([path, 200]);
  return JSON.parse(text);
}

/** Makes links. After each, reads what must show it. */
async function writeAndRead(name: string): Promise<void> {
  for (let index = 0; index < LINKS; index++) {
    const slug = `${name}-${index}`;
    await make(slug);
    expect(await read(`/v1/urls?q=${slug}`)).toMatchObject({ total: 1, urls: [{ slug }] });
    if (index % 10 > 0) continue;
    const total = (Object(await read('/v1/urls?tag=spring')) as { total: number }).total;
    expect(await read('/v1/tags/spring/stats')).toMatchObject({ stats: { links: total } });
    expect(await read('/v1/urls/campaigns')).toMatchObject({ report: { taggedLinks: total } });
  }
}

const atStandby = async (statement: string): Promise<void> => {
  const { host, port } = pair.standby.options;
  const database = openFixtureDatabase({ ...pair.primary.options, host, port });
  try {
    await database.pool.query(statement);
  } finally {
    await database.close();
  }
};

test('the replica is read, and shows what another API has just written', async () => {
  await writeAndRead('streamed');
  expect(await ofReplica()).toBeGreaterThan(LINKS / 2);
});

test('a replica that is behind is passed over', async () => {
  await atStandby('SELECT pg_wal_replay_pause()');
  const before = await ofReplica();
  await make('while-behind');
  expect(await read('/v1/urls?q=while-behind')).toMatchObject({ total: 1 });
  await writeAndRead('behind');
  expect(await ofReplica()).toBe(before);
  await atStandby('SELECT pg_wal_replay_resume()');
  await until(
    async () => {
      await read('/v1/urls');
      return (await ofReplica()) > before;
    },
    { what: 'the replica is read again' },
  );
});

test('a replica that is away is passed over, and read again when it is back', async () => {
  const before = await ofReplica();
  await pair.standby.kill();
  await pair.release();
  await writeAndRead('away');
  expect(await ofReplica()).toBe(before);
  await pair.standby.start();
  await until(
    async () => {
      await read('/v1/urls');
      return (await ofReplica()) > before;
    },
    { what: 'the replica is read again' },
  );
  await writeAndRead('back');
});
