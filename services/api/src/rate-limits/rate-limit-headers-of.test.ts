import { rateLimitHeadersOf } from './rate-limit-headers-of';

test('a plan without a limit has the largest integer of a structured field', () => {
  const taken = { isAllowed: true, remaining: Number.MAX_SAFE_INTEGER - 1, secondsLeft: 60 };
  const policy = { requests: Number.MAX_SAFE_INTEGER, windowSeconds: 60 };
  expect(rateLimitHeadersOf(taken, policy)).toEqual({
    'RateLimit-Policy': '"default";q=999999999999999;w=60',
    RateLimit: '"default";r=999999999999999;t=60',
  });
});

test('the fields are those of the draft: quota and window, remaining and time', () => {
  const taken = { isAllowed: true, remaining: 599, secondsLeft: 60 };
  expect(rateLimitHeadersOf(taken, { requests: 600, windowSeconds: 60 })).toEqual({
    'RateLimit-Policy': '"default";q=600;w=60',
    RateLimit: '"default";r=599;t=60',
  });
});
