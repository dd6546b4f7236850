// Rate limits over two API instances: they serve exactly the limit, and not a request more.

import Redis from 'ioredis';
import { startTwoApis, type TwoApis } from './start-two-apis';

const LIMIT = 300;
let apis: TwoApis;
beforeAll(async () => {
  apis = await startTwoApis();
});
afterAll(() => apis.close());

type Answered = { status: number; retryAfter: number };

async function ask(index: number, token: string | undefined, address = '203.0.113.7'): Promise<Answered> {
  const response = await fetch(`${apis.origins[index % 2]}/v1/zones`, {
    headers: { 'x-forwarded-for': address, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
  await response.arrayBuffer();
  const retryAfter = Number(response.headers.get('retry-after'));
  return { status: response.status, retryAfter };
}

const AT_ONCE = 20;

async function askMany(times: number, token: string | undefined, address?: string): Promise<Answered[]> {
  const answered: Answered[] = [];
  let next = 0;
  const worker = async () => {
    while (next < times) answered.push(await ask(next++, token, address));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answered;
}

const withStatus = (answered: Answered[], status: number) => answered.filter((one) => one.status === status);

/** Repeats the scenario with new keys when an API took Redis to be away because the machine was busy. */
async function undisturbed(scenario: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    const before = apis.turnsToMemory();
    try {
      return await scenario();
    } catch (error) {
      if (apis.turnsToMemory() === before || tries === 5) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_500));
    }
  }
}

test('of 1,000 requests over both exactly the limit is served, and Retry-After tells the window’s end', () =>
  undisturbed(async () => {
    const token = await apis.addToken();
    const began = Date.now();
    const answered = await askMany(1_000, token);
    const tookSeconds = Math.ceil((Date.now() - began) / 1_000);
    expect(withStatus(answered, 200)).toHaveLength(LIMIT);
    const refused = withStatus(answered, 429);
    expect(refused).toHaveLength(700);
    for (const { retryAfter } of refused) {
      expect(retryAfter).toBeGreaterThanOrEqual(60 - tookSeconds - 1);
      expect(retryAfter).toBeLessThanOrEqual(60);
    }
  }));

test('strangers count by address over both, and neither addresses nor e-mails are in Redis', () =>
  undisturbed(async () => {
    const address = `198.51.100.${1 + Math.floor(Math.random() * 250)}`;
    const answered = await askMany(640, undefined, address);
    expect(withStatus(answered, 401)).toHaveLength(600);
    expect(withStatus(answered, 429)).toHaveLength(40);
    const redis = new Redis(apis.redis.url);
    const keys = await redis.keys('*');
    redis.disconnect();
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(key).not.toMatch(/198\.51|@|address|email/);
  }));

async function signIn(index: number, email: string, password: string, address: string): Promise<number> {
  const origin = apis.origins[index % 2] ?? '';
  const response = await fetch(`${origin}/x/session`, {
    method: 'POST',
    headers: {
      origin,
      'x-requested-with': 'kurz',
      'content-type': 'application/json',
      'x-forwarded-for': address,
    },
    body: JSON.stringify({ email, password }),
  });
  await response.arrayBuffer();
  return response.status;
}

test('wrong passwords for an e-mail address count over both, and a right one before the limit begins anew', () =>
  undisturbed(async () => {
    const email = await apis.addUser('a horse and a stable');
    const address = `192.0.2.${1 + Math.floor(Math.random() * 250)}`;
    const statuses: number[] = [];
    for (let index = 0; index < 9; index++) statuses.push(await signIn(index, email, 'wrong', address));
    statuses.push(await signIn(9, email, 'a horse and a stable', address));
    for (let index = 0; index < 12; index++) statuses.push(await signIn(index, email, 'wrong', address));
    statuses.push(await signIn(1, email, 'a horse and a stable', address));
    const refused = statuses.map((status) => status === 429);
    expect(refused).toEqual([...Array<boolean>(20).fill(false), true, true, true]);
  }));

test('tries at one account from many addresses take turns over both, once 50 are used up', () =>
  undisturbed(async () => {
    const email = await apis.addUser('a horse and a stable');
    const statuses: number[] = [];
    for (let index = 0; index < 54; index++) {
      statuses.push(await signIn(index, email, 'wrong', `100.64.${index}.1`));
    }
    const refused = statuses.map((status) => status === 429);
    expect(refused).toEqual([...Array<boolean>(51).fill(false), true, true, true]);
  }));

test('with a frozen Redis each API allows the limit of its own, and few requests wait for it', async () => {
  const token = await apis.addToken();
  await apis.redis.freeze();
  const [began, before] = [performance.now(), apis.asksOfRedis()];
  try {
    const answered = await askMany(1_000, token);
    const served = withStatus(answered, 200).length;
    expect(served).toBeGreaterThanOrEqual(LIMIT);
    expect(served).toBeLessThanOrEqual(2 * LIMIT);
    expect(withStatus(answered, 429)).toHaveLength(1_000 - served);
    // the first parallel requests each ask once and wait; later each API sends one probe per second
    const seconds = Math.floor((performance.now() - began) / 1_000);
    const asks = apis.asksOfRedis() - before;
    expect(asks).toBeGreaterThan(0);
    expect(asks).toBeLessThanOrEqual(AT_ONCE + 2 * (seconds + 1));
  } finally {
    await apis.redis.thaw();
  }
});

test('with Redis killed requests are counted in memory, and in Redis again when it is back', async () => {
  const token = await apis.addToken();
  await apis.redis.kill();
  const answered = await askMany(800, token);
  const served = withStatus(answered, 200).length;
  expect(served).toBeGreaterThanOrEqual(LIMIT);
  expect(served).toBeLessThanOrEqual(2 * LIMIT);
  await apis.redis.restart();
  // each API notices by a probe that Redis is back
  for (const end = Date.now() + 30_000; apis.inMemory() > 0 && Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await undisturbed(async () => {
    expect(withStatus(await askMany(400, await apis.addToken()), 200)).toHaveLength(LIMIT);
  });
});
