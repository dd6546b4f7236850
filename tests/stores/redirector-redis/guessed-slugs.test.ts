// Somebody guesses far more slugs per second than PostgreSQL may be asked for.

import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../redirector/ask';
import { addLink, locationOf } from '../redirector/stored-links';
import { makeVisitorConnection } from '../../outage/visitor-connection';
import { openWorld, type OpenInstance, type World } from './open-world';

const GUESSERS = 64;
const FOR_MS = 3_000;
const QUERIES_A_SECOND = 50;

let world: World;
let instance: OpenInstance;

beforeAll(async () => {
  world = await openWorld();
  instance = await world.openInstance();
});
afterAll(() => world.close());

/** Guesses on many connections until stopped, and keeps the answers. */
function startGuessing() {
  const statuses: number[] = [];
  let guessed = 0;
  let isOver = false;
  const guess = async () => {
    const connection = makeVisitorConnection(instance.port);
    while (!isOver) {
      const path = `/guess-${guessed++}`;
      const reply = await connection.ask({ method: 'GET', path, headers: { host: 'kurz.example' } });
      statuses.push(reply.kind === 'answered' ? reply.status : 0);
    }
    connection.close();
  };
  const all = Promise.all(Array.from({ length: GUESSERS }, guess));
  return {
    statuses,
    stop: async () => {
      isOver = true;
      await all;
    },
  };
}

test('Guesses cost Postgres 50 queries a second, all are told that there is no such link, and links nobody asked for lately are found among them', async () => {
  const cold = Array.from({ length: 30 }, (_, index) => `cold-${index}`);
  for (const slug of cold) await addLink(world.db, slug);
  const [begun, before] = [performance.now(), instance.reads.linkReads()];
  const guessing = startGuessing();
  for (const slug of cold) {
    const answer = await ask(instance.port, `/${slug}`);
    expect([slug, answer.status, answer.headers.location]).toEqual([slug, 302, locationOf(slug)]);
    await sleep(FOR_MS / cold.length);
  }
  await guessing.stop();
  const seconds = (performance.now() - begun) / 1_000;
  const queries = instance.reads.linkReads() - before;
  process.stderr.write(
    `${guessing.statuses.length} guesses in ${seconds.toFixed(1)} s cost ${queries} queries\n`,
  );
  expect(guessing.statuses.filter((status) => status !== 404)).toEqual([]);
  // on an idle machine there are twenty times as many guesses
  expect(guessing.statuses.length).toBeGreaterThan(queries);
  expect(queries).toBeLessThanOrEqual(QUERIES_A_SECOND * seconds);
});
