import { InfrastructureError } from '@kurz/resilience';
import { isStoreAway } from './is-store-away';

const withCode = (code: string) => Object.assign(new Error('broken'), { code });

test.each([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENOTFOUND',
  '08000',
  '08006',
  '08P01',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '53300',
])('%s says that the store is away', (code) => {
  expect(isStoreAway(withCode(code))).toBe(true);
});

test.each([
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Query read timeout',
  'Timeout error.',
])('“%s”, as a client says it without a code, does too', (message) => {
  expect(isStoreAway(new Error(message))).toBe(true);
});

test('an infrastructure error does when it may be tried again', () => {
  expect(isStoreAway(new InfrastructureError('away', true))).toBe(true);
  expect(isStoreAway(new InfrastructureError('refused', false))).toBe(false);
});

test.each([
  withCode('23505'),
  withCode('42601'),
  withCode('22P02'),
  new TypeError('x is undefined'),
  'text',
  null,
])('%p is our own fault', (error) => {
  expect(isStoreAway(error)).toBe(false);
});
