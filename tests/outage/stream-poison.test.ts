// Foreign messages and lines, and late visits of a link that has been deleted, must not stop the click stream. The
// identity of visitors must not enter the stream or be stored anywhere.

import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../until';
import { VISITORS } from './asked-visit';
import { everythingStored, kafkaKeepsMs, onClickHousesDisk, type Places } from './everything-stored';
import { ingestersCounter } from './ingesters-counter';
import { DEAD_LETTERS, deadLetters, poisonStream } from './poison';
import { EXACT, makeProductionLoad, type ProductionLoad } from './production-load';
import { seededRandom } from './seeded-random';
import { settledFaults } from './settled-faults';
import { DEAD_TOPIC, startProduction, type Production } from './start-production';
import { destinationOf } from './visitors';

const PARTITIONS = 4;
const LATE = 40;
const ANEW = 25;
const ERASED_WITHIN_MS = 60_000;
const OFF_THE_DISK_WITHIN_MS = 60_000;

let production: Production;
let load: ProductionLoad;
beforeAll(async () => {
  production = await startProduction({ KURZ_TRUSTED_PROXIES: '1' });
  load = await makeProductionLoad(production, seededRandom(), { connections: 8, mayDie: false });
});
afterAll(() => production?.close());

async function expectExact(): Promise<void> {
  const { seconds, ...found } = await load.settled();
  console.log(`${load.answered()} answered, exact ${seconds} s after the load`);
  expect(found).toEqual(EXACT);
}

/** Texts that must not be stored anywhere. The user agent may only be in the stream, for it to be classified. */
const SECRETS = [
  '198.51.100.77',
  'secret-path',
  'secret-query',
  'secret-cookie',
  'kz_ws_SecretToken',
  'secret-term',
];
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 Confidential/7.0';
const HOST = 'told-host.example';

test('neither the address nor the page that a visitor comes from is written down anywhere, nor a token or a term of search', async () => {
  const slug = 'private';
  const [api] = production.clients;
  await api.makeLinks([slug]);
  const headers = {
    'user-agent': AGENT,
    'x-forwarded-for': '198.51.100.77',
    referer: `https://${HOST}/secret-path?page=secret-query`,
    cookie: 'visitor=secret-cookie',
  };
  const url = `http://localhost:${production.port}/${slug}?from=secret-query`;
  const visited = await fetch(url, { redirect: 'manual', headers });
  expect(visited.status).toBe(302);
  expect((await api.ask('/urls?q=secret-term')).status).toBe(200);
  const stranger = await api.askAs('kz_ws_SecretToken', '/zones', headers);
  expect(stranger.status).toBe(401);
  await until(async () => (await api.figures(slug)).referrers[HOST] === 1, { what: 'the visit is counted' });

  // the search finds a text that may be stored, so it is thorough; each store gets the text in its own time
  let stored: Places | undefined;
  await until(
    async () => {
      stored = await everythingStored(production, AGENT);
      return [stored.clickHouse, stored.clickHouseDisk, stored.redis].every((place) => place.includes(HOST));
    },
    { what: 'ClickHouse and Redis hold what may be told' },
  );
  // a shipped visit leaves the journal with a later visit, or else within minutes
  await until(
    async () => {
      await fetch(`http://localhost:${production.port}/${slug}`, { redirect: 'manual' });
      stored = await everythingStored(production, AGENT);
      return !stored.journals.includes(AGENT);
    },
    { what: 'the journals have let go of it' },
  );
  if (!stored) throw new Error('nothing was read');
  const { kafka, ...places } = stored;
  // a single visit is only in the stream, for the stream's retention
  expect(kafka).toContain('198.51.100.0');
  expect(await kafkaKeepsMs(production)).toBe(3_600_000);
  expect(places.postgres).toContain(slug);
  expect(places.logs).toContain('"event":"started"');
  const found = (text: string, secrets: readonly string[]) =>
    secrets.filter((secret) => text.includes(secret));
  expect(found(kafka, SECRETS)).toEqual([]);
  for (const [place, text] of Object.entries(places))
    expect([place, found(text, [...SECRETS, 'Confidential'])]).toEqual([place, []]);
});

test('poisoned messages and lines in every partition are kept aside and counted; all visits around them count', async () => {
  const slug = load.slugs[0] ?? '';
  const visitor = VISITORS[0];
  if (!visitor) throw new Error('there is no visitor');
  const workspaceId = production.counted.workspaceId;
  const visit = {
    time: Date.now(),
    workspaceId,
    linkId: await production.counted.linkId(slug),
    isScan: false,
    method: 'GET',
    purpose: '',
    userAgent: visitor.agent,
    referrerHost: '',
    language: visitor.language,
    network: '127.0.0.0',
  } as const;
  await load.through(() => poisonStream(production.kafka.directBrokers, { partitions: PARTITIONS, visit }));
  // the two good lines of each poisoned message are visits like any other
  for (let line = 0; line < 2 * PARTITIONS; line++)
    load.ledger.answered({ slug, isScan: false, isBot: false, visitor, referrer: '' });
  await expectExact();
  const wanted = DEAD_LETTERS * PARTITIONS;
  await until(async () => (await ingestersCounter(production, 'ingester_dead_letters')) === wanted, {
    what: 'all dead letters are counted',
  });
  const letters = await deadLetters(production.kafka.directBrokers, DEAD_TOPIC, wanted);
  for (const text of ['no headers, no lines of ours', 'nonsense', 'later'])
    expect(letters.filter((letter) => letter.includes(text))).toHaveLength(PARTITIONS);
  for (const each of production.ingesters) expect(await each.isReady()).toBe(true);
});

/** Visits of one link, one after another; each must be answered. */
async function visit(slug: string, visits: number): Promise<void> {
  const headers = { 'user-agent': VISITORS[0]?.agent ?? '' };
  for (let count = 0; count < visits; count++) {
    const answer = await fetch(`http://localhost:${production.port}/${slug}`, {
      redirect: 'manual',
      headers,
    });
    expect(answer.status).toBe(302);
  }
}

test('late visits of a link that was deleted while Kafka and ClickHouse were away leave no trace, nor in its successor', async () => {
  const [api, other] = production.clients;
  const { counted } = production;
  const slug = 'late';
  await api.makeLinks([slug]);
  const erased = await counted.linkId(slug);
  await visit(slug, LATE);
  await until(async () => (await other.figures(slug)).sums['requests'] === LATE, {
    what: 'its first visits are counted',
  });
  expect(await counted.tracesOf(erased)).toBeGreaterThan(0);

  await load.through(async () => {
    production.kafka.proxy?.blackHole();
    await visit(slug, LATE);
    production.clickHouseProxy.blackHole();
    expect((await api.ask(`/urls/${slug}`, undefined, 'DELETE')).status).toBeLessThan(300);
    expect((await other.ask(`/urls/${slug}`)).status).toBe(404);
    expect((await other.ask('/urls', { slug, url: destinationOf(slug) })).status).toBe(201);
    await until(
      async () => {
        const answer = await fetch(`http://localhost:${production.port}/${slug}`, {
          method: 'HEAD',
          redirect: 'manual',
        });
        return answer.status === 302;
      },
      { what: 'the new link opens' },
    );
    await visit(slug, ANEW);
    await sleep(3_000);
    expect(await counted.isErased(erased)).toBe(false);
    await production.kafka.proxy?.heal();
    await production.clickHouseProxy.heal();
  });
  const healedAt = performance.now();
  await until(() => counted.isErased(erased), {
    what: 'the deletion is carried through',
    ms: ERASED_WITHIN_MS,
  });
  console.log(`erased ${Math.round((performance.now() - healedAt) / 100) / 10} s after the stores were back`);
  await expectExact();
  expect(await counted.tracesOf(erased)).toBe(0);
  await until(async () => (await api.figures(slug)).sums['human'] === ANEW, {
    what: 'the new link has its own visits',
  });
  expect((await other.figures(slug)).sums).toMatchObject({ human: ANEW, bots: 1, requests: ANEW + 1 });
  expect((await other.figures(slug)).hits).toBe(ANEW + 1);
  // no count comes back later, by a replay or another ingester
  await production.ingesters[0].kill();
  production.ingesters[0].start();
  await production.ingesters[0].ready();
  expect(await counted.tracesOf(erased)).toBe(0);
  // the rows leave the disk too: a starting ingester removes rows that a deletion only hid
  await until(async () => !(await onClickHousesDisk(production)).includes(erased), {
    what: 'the link is off the disk',
    ms: OFF_THE_DISK_WITHIN_MS,
  });
});

test('every figure of every other link is right', async () => {
  expect(await settledFaults({ api: production.clients[0], ledger: load.ledger }, load.exactSlugs())).toEqual(
    [],
  );
});
