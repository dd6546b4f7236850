// Links begin and end while visitors request them from every worker, with Redis and PostgreSQL away: no link redirects
// outside its window.

import { setTimeout as sleep } from 'node:timers/promises';
import { openRedirectorWorld, type RedirectorProcess, type RedirectorWorld } from '../flow/redirector-world';
import { addLink, locationOf } from '../stores/redirector/stored-links';
import { until } from '../until';
import { startAskers, type Asked } from './links/askers';
import { ifLong } from './long-tests';

const LINKS = 20;
const CONNECTIONS = 8;
/** Time before the first moment, in which each worker looks up each link and the stores are stopped. */
const LEARNING_MS = 8_000;
/** The moments of the links are spread over this time. */
const ENDING_MS = ifLong(240_000, 4_000);
/** Tolerated difference of the test's and the redirector's readings of the same clock. */
const SAME_MS = 25;

const ending = Array.from({ length: LINKS }, (_, index) => `ending-${index}`);
const beginning = Array.from({ length: LINKS }, (_, index) => `beginning-${index}`);
const slugs = [...ending, ...beginning];
const moments = new Map<string, number>();

let world: RedirectorWorld;
let redirector: RedirectorProcess;
beforeAll(async () => {
  world = await openRedirectorWorld([]);
  redirector = await world.start({ KURZ_WORKERS: '2' });
  const first = Date.now() + LEARNING_MS;
  for (const [index, slug] of slugs.entries()) {
    const moment = first + Math.floor(((index % LINKS) * ENDING_MS) / LINKS);
    moments.set(slug, moment);
    await addLink(world.db, slug);
    const column = slug.startsWith('ending') ? 'expires_at' : 'starts_at';
    await world.db
      .updateTable('links')
      .set({ [column]: new Date(moment) })
      .where('slug', '=', slug)
      .execute();
  }
});
afterAll(() => world.close());

/** Describes a wrong answer. A request that is in flight at the moment is not judged. */
function faultIn({ path, status, location, sentAt, at }: Asked): string | undefined {
  const slug = path.slice(1);
  const moment = (moments.get(slug) ?? 0) - performance.timeOrigin;
  const isEnding = slug.startsWith('ending');
  const isBefore = at < moment - SAME_MS;
  if (!isBefore && sentAt <= moment + SAME_MS) return undefined;
  const outside = isEnding ? 410 : 404;
  const expected = isBefore === isEnding ? 302 : outside;
  const isRight = status === expected && location === (expected === 302 ? locationOf(slug) : '');
  return isRight
    ? undefined
    : `${slug}: ${status} ${location}, ${(sentAt - moment).toFixed(0)} ms from its moment`;
}

test('No worker redirects before the begin or from the end on, with every store away', async () => {
  const answers: Asked[] = [];
  const asked = Array.from({ length: CONNECTIONS }, () => 0);
  const visitors = startAskers(
    {
      next: (connection) => {
        const turn = asked[connection] ?? 0;
        asked[connection] = turn + 1;
        return `/${slugs[turn % slugs.length]}`;
      },
      onAnswer: (answer) => void answers.push(answer),
    },
    { port: redirector.port, connections: CONNECTIONS },
  );
  await until(() => asked.every((count) => count > 2 * slugs.length), {
    what: 'every worker knows every link',
  });
  await Promise.all([world.redis.kill(), world.postgres.stop()]);
  const away = performance.now();
  const last = Math.max(...moments.values());
  await sleep(Math.max(0, last + 1_000 - Date.now()));
  await visitors.stop();

  const whileAway = answers.filter(({ sentAt, status }) => sentAt > away && status !== 0);
  const around = whileAway.filter(
    ({ path, at }) => Math.abs(at + performance.timeOrigin - (moments.get(path.slice(1)) ?? 0)) < 1_000,
  );
  console.log(`${whileAway.length} answers without stores, ${around.length} within a second of a moment`);
  expect(new Set(around.map(({ path }) => path)).size).toBe(slugs.length);
  expect(answers.flatMap((answer) => (answer.status === 0 ? [] : (faultIn(answer) ?? [])))).toEqual([]);
});
