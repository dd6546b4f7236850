import { rateLimitHeadersOf } from './rate-limit-headers-of';

test('the fields are those of the draft: quota and window, remaining and time', () => {
  const taken = { isAllowed: true, remaining: 599, secondsLeft: 60 };
  expect(rateLimitHeadersOf(taken, { requests: 600, windowSeconds: 60 })).toEqual({
    'RateLimit-Policy': '"default";q=600;w=60',
    RateLimit: '"default";r=599;t=60',
  });
});
