// What makes a visit a bot's when the agent is a browser.
import { botOf } from './bot-of';

const visit = { method: 'GET', purpose: '' };

test('a visit of a browser is human', () => {
  expect(botOf(visit, false)).toBe(false);
});

test('an agent that is a bot makes the visit a bot', () => {
  expect(botOf(visit, true)).toBe(true);
});

test.each(['HEAD', 'head'])('%s is a bot', (method) => {
  expect(botOf({ ...visit, method }, false)).toBe(true);
});

test.each([
  'prefetch',
  'prefetch;prerender',
  'prefetch;anonymous-client-ip',
  'Prefetch',
  'preview',
  'prefetch,prefetch',
  'prefetch;prerender,prefetch',
  'foo, prefetch',
])('the purpose %p is a bot', (purpose) => {
  expect(botOf({ ...visit, purpose }, false)).toBe(true);
});

test.each(['', 'navigate', 'instant', 'nonprefetched'])(
  'the purpose %p alone does not make a bot',
  (purpose) => {
    expect(botOf({ ...visit, purpose }, false)).toBe(false);
  },
);
