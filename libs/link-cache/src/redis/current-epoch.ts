// The link cache's epoch: part of each entry's key, so a new epoch forgets all entries at once. `<server>.<random>`.
//
// A new epoch begins when the epoch key is missing (FLUSHALL, an empty server) or the server's replication id has
// changed: each start of a primary and each promotion of a replica has a new id. Both may have lost the newest writes,
// and a lost tombstone would let an older link come back. (A primary takes a new id too when its first replica comes,
// and when its last has been gone for an hour; that costs one read of each link from Postgres.)

import { randomBase62 } from '@kurz/process';
import { luaScript } from '@kurz/redis';
import type { Redis } from 'ioredis';
import { READ_TEXT } from './read-text';

export const EPOCH_KEY = 'kurz:epoch';

// DEL before SET: a script that has written may go on when the memory is full. A replica refuses the DEL by READONLY.
const script = luaScript(`${READ_TEXT}
local server = string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)')
local epoch = readText(KEYS[1])
redis.call('DEL', KEYS[1])
if not epoch or string.sub(epoch, 1, 9) ~= string.sub(server, 1, 8) .. '.' then
  epoch = string.sub(server, 1, 8) .. '.' .. ARGV[1]
end
redis.call('SET', KEYS[1], epoch)
return epoch`);

const RANDOM_CHARACTERS = 6;

const serverOf = (epoch: string) => epoch.slice(0, epoch.indexOf('.'));

/** Whether the server kept running in between: it has lost its entries, but no message that it passes on. */
export const isOfSameServer = (before: string, now: string): boolean => serverOf(before) === serverOf(now);

/** Fetches the epoch under the key from the server, which begins one when it has none of its own. */
export const fetchEpoch = async (redis: Redis, key: string): Promise<string> =>
  String(await script(redis)([key], [randomBase62(RANDOM_CHARACTERS)]));

export type CurrentEpoch = {
  /** The epoch on this connection as far as it is known; empty when it is not. */
  known: () => string;
  /** Fetches it from the server, which begins one when it has none. Rejects while it is away, or refuses writes. */
  fetch: () => Promise<string>;
  close: () => void;
};

export function makeCurrentEpoch(redis: Redis): CurrentEpoch {
  let epoch = '';
  let inFlight: Promise<string> | undefined;

  const fetchOnce = async () => {
    try {
      return (epoch = await fetchEpoch(redis, EPOCH_KEY));
    } catch (error) {
      epoch = '';
      throw error;
    } finally {
      inFlight = undefined;
    }
  };

  // the next connection may lead to another server
  const forget = () => void (epoch = '');
  redis.on('close', forget);

  return {
    known: () => epoch,
    fetch: () => (inFlight ??= fetchOnce()),
    close: () => void redis.off('close', forget),
  };
}
