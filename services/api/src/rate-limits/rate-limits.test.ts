import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { builtInPlans } from '../plans/plan-table';
import { makeRateLimits } from './rate-limits';
import { makeMemoryCounter } from './request-counter';

const plans = { ...builtInPlans, pro: { ...builtInPlans.pro, requestsPerMinute: 2 } };
const workspace = {
  id: 'ws_1',
  plan: 'pro' as const,
  billing: { anchor: '2026-01-01', isYearly: false, changesOn: null, yearStartsIn: null },
  defaultZoneId: null,
  isInTransfer: false,
};
const actor = { userId: null, workspace };

const limitsOf = (
  windowSeconds: number,
  settings: { trustedProxies?: number; anonymousLimit?: number } = {},
) =>
  makeRateLimits(
    { actorCounter: makeMemoryCounter(windowSeconds), anonymousCounter: makeMemoryCounter(windowSeconds) },
    { plans, ...settings },
  );

function messageThrough(forwardedFor: string): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.headers['x-forwarded-for'] = forwardedFor;
  return message;
}

// on a busy machine a window of real time could end during the test
beforeEach(() => void jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('who is over the limit and waits the seconds that Retry-After says is let in', async () => {
  const limits = limitsOf(2);
  await limits.takeActor(actor);
  await limits.takeActor(actor);
  await jest.advanceTimersByTimeAsync(300);
  const refused = await limits.takeActor(actor);
  expect(refused).toMatchObject({ kind: 'refused', code: 'RATE_LIMITED' });
  const wait = refused.headers['Retry-After'] ?? '';
  expect(wait).toMatch(/^[12]$/);
  await jest.advanceTimersByTimeAsync(Number(wait) * 1_000 - 1_500);
  expect((await limits.takeActor(actor)).kind).toBe('refused');
  await jest.advanceTimersByTimeAsync(1_500);
  expect((await limits.takeActor(actor)).kind).toBe('allowed');
});

test('a refusal tells of the allowance as well', async () => {
  const limits = limitsOf(60);
  await limits.takeActor(actor);
  await limits.takeActor(actor);
  expect((await limits.takeActor(actor)).headers).toEqual({
    'RateLimit-Policy': '"default";q=2;w=60',
    RateLimit: '"default";r=0;t=60',
    'Retry-After': '60',
  });
});

test('anonymous requests count by address, 600 a window by default, and get a Retry-After', async () => {
  const limits = limitsOf(60, { trustedProxies: 1 });
  for (let asked = 0; asked < 600; asked++) {
    expect(await limits.takeAnonymous(messageThrough('203.0.113.9'))).toBeUndefined();
  }
  expect(await limits.takeAnonymous(messageThrough('1.1.1.1, 203.0.113.9'))).toMatchObject({
    code: 'RATE_LIMITED',
    headers: { 'Retry-After': '60' },
  });
  expect(await limits.takeAnonymous(messageThrough('203.0.113.10'))).toBeUndefined();
});

test('the limit of anonymous requests can be set', async () => {
  const limits = limitsOf(60, { trustedProxies: 1, anonymousLimit: 1 });
  expect(await limits.takeAnonymous(messageThrough('203.0.113.9'))).toBeUndefined();
  expect(await limits.takeAnonymous(messageThrough('203.0.113.9'))).toMatchObject({ code: 'RATE_LIMITED' });
});
