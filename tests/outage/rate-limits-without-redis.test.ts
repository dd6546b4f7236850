// Rate limits over two API processes while Redis goes away and comes back within one window: at most twice the limit is
// served, and no request fails.

import { createWorkspace } from '@kurz/api';
import { openLinkWorld, type LinkApi, type LinkWorld } from './links/link-world';

/** Requests per minute for a workspace on the plan pro. */
const LIMIT = 300;
const AT_ONCE = 10;
const BUILT_IN_PLANS = { KURZ_PLANS: '' };

let world: LinkWorld;
let apis: readonly [LinkApi, LinkApi];

beforeAll(async () => {
  world = await openLinkWorld();
  apis = [await world.startApi(BUILT_IN_PLANS), await world.startApi(BUILT_IN_PLANS)];
});
afterAll(() => world.close());

async function addTokenOnPro(): Promise<string> {
  const workspace = { name: 'Pro', ownerEmail: 'test@example.com', plan: 'pro', isYearly: false } as const;
  const made = await createWorkspace(world.db, workspace);
  if (made.kind !== 'created') throw new Error(`the setup ended with ${made.kind}`);
  return (await world.addToken(made.workspaceId)).secret;
}

/** Sends requests to both APIs in turn. Resolves with the number served; the limit must refuse all others. */
async function servedOf(times: number, token: string): Promise<number> {
  const statuses: number[] = [];
  let asked = 0;
  const ask = async () => {
    while (asked < times) {
      const api = asked++ % 2 ? apis[1] : apis[0];
      statuses.push((await api.call('GET', '/zones', undefined, token)).status);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  const served = statuses.filter((status) => status === 200).length;
  expect(statuses.filter((status) => status === 429)).toHaveLength(times - served);
  return served;
}

type Outage = { name: string; begin: () => Promise<void>; end: () => Promise<void> };
const outages: Outage[] = [
  { name: 'killed', begin: () => world.redis.kill(), end: () => world.redis.restart() },
  { name: 'frozen', begin: () => world.redis.freeze(), end: () => world.redis.thaw() },
];

test.each(outages)(
  'With Redis $name in the middle of a window two APIs serve at most twice the limit in it',
  async ({ name, begin, end }) => {
    const token = await addTokenOnPro();
    const before = await servedOf(200, token);
    await begin();
    const during = await servedOf(800, token);
    await end();
    const after = await servedOf(400, token);
    process.stderr.write(`Redis ${name}: served ${before} before, ${during} during, ${after} after\n`);
    expect(before).toBe(200);
    expect(before + during + after).toBeGreaterThanOrEqual(LIMIT);
    expect(before + during + after).toBeLessThanOrEqual(2 * LIMIT);
  },
);
