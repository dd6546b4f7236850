import { InfrastructureError } from '@kurz/resilience';
import { isStoreAway, isStoreSilent } from './is-store-away';

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
  '53300',
  '25006',
  '25P03',
  '25P04',
  '40001',
  '40P01',
  '53100',
  '53200',
  '55P03',
  '57014',
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

test.each(['08006', '57P01', '53300', 'ECONNREFUSED'])('%s is told to all that wait', (code) => {
  expect(isStoreSilent(withCode(code))).toBe(true);
});

test.each(['25006', '40001', '40P01', '53100', '55P03', '57014'])(
  '%s is of one transaction alone',
  (code) => {
    expect(isStoreSilent(withCode(code))).toBe(false);
  },
);
