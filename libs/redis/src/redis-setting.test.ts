import { readSettings, PRIVATE_NETWORK, SettingsError } from '@kurz/process';
import { REDIS_URL } from './redis-setting';

const faultsOf = (url: string): string[] => {
  const environment = { KURZ_REDIS_URL: url, KURZ_PRIVATE_NETWORK: 'true' };
  try {
    readSettings({ KURZ_REDIS_URL: REDIS_URL, KURZ_PRIVATE_NETWORK: PRIVATE_NETWORK }, environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
};

test.each(['redis://cache', 'rediss://kurz:p%25@cache:6379/', 'redis://:geheim@cache:6379/3'])(
  '%s is the address of a server',
  (url) => expect(faultsOf(url)).toEqual([]),
);

test.each([
  ['redis://cache/links', 'must name the database by its number'],
  ['rediss://cache:6379/1/2', 'must name the database by its number'],
  [
    'redis://one:6379,two:6379',
    'must name one server: for several, use redis+sentinel:// or redis+cluster://',
  ],
  [
    'rediss://kurz:geheim@one,two/0',
    'must name one server: for several, use redis+sentinel:// or redis+cluster://',
  ],
  ['redis://kurz:ge%heim@cache', 'must be an address'],
  ['rediss://kurz:ge/heim@cache', 'must be an address'],
])('%s is refused: it %s', (url, fault) => expect(faultsOf(url)).toEqual([`KURZ_REDIS_URL ${fault}`]));
