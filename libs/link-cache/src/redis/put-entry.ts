// Stores an entry if no newer one is there, and publishes its key on request: one script, one round trip.

import { luaScript } from '@kurz/redis';
import type { Redis } from 'ioredis';
import type { LinkCacheEntry, LinkCacheKey } from '../port/link-cache';
import { encodeChangedKey } from './changed-key-text';
import { EPOCH_KEY } from './current-epoch';
import { decodeEntry, encodeEntry } from './entry-text';
import { READ_TEXT } from './read-text';

export const CHANGES_CHANNEL = 'kurz:changes';

/** Entries that share an epoch: the key of the epoch, and the prefix of their keys. */
export type Bucket = { epochKey: string; prefix: string };

/** The bucket of all entries, on one server. */
export const ONE_SERVER: Bucket = { epochKey: EPOCH_KEY, prefix: 'kurz:link:' };

/** `kurz:link:<epoch>:<zone>/<slug>` on one server */
export const nameOf = ({ prefix }: Bucket, epoch: string, key: LinkCacheKey) =>
  `${prefix}${epoch}:${key.zoneId}/${key.slug}`;

const OTHER_EPOCH = 'other epoch';

// ARGV: epoch, version, entry, how long to keep it (ms; 0: not at all), channel (empty: none), message. A change, which
// is published, must be stored also when the memory is full. Redis lets a script that has written go on, hence the DEL.
// A fill may fail then.
const script = luaScript(`${READ_TEXT}
if ARGV[5] ~= '' then redis.call('PUBLISH', ARGV[5], ARGV[6]) end
if readText(KEYS[1]) ~= ARGV[1] then return '${OTHER_EPOCH}' end
local stored = readText(KEYS[2])
local version = stored and tonumber(string.match(stored, '^%a(%d+)'))
if version and version >= tonumber(ARGV[2]) then return stored end
if ARGV[4] == '0' then return false end
if ARGV[5] ~= '' then redis.call('DEL', KEYS[2]) end
redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4])
return false`);

/**
 * `holds`: this entry or a newer one was stored. `passed`: no newer one is known; the entry is stored if it was to be
 * kept.
 */
export type PutOutcome =
  { kind: 'passed' } | { kind: 'holds'; entry: LinkCacheEntry } | { kind: 'other-epoch' };

export async function putEntry(
  redis: Redis,
  put: {
    bucket: Bucket;
    epoch: string;
    key: LinkCacheKey;
    entry: LinkCacheEntry;
    keepMs: number;
    isPublished: boolean;
  },
): Promise<PutOutcome> {
  const { bucket, epoch, key, entry, keepMs, isPublished } = put;
  const channel = isPublished ? CHANGES_CHANNEL : '';
  const values = [epoch, entry.version, encodeEntry(entry), keepMs, channel, encodeChangedKey(key)];
  const answer = await script(redis)([bucket.epochKey, nameOf(bucket, epoch, key)], values);
  if (answer === OTHER_EPOCH) return { kind: 'other-epoch' };
  const held = typeof answer === 'string' ? decodeEntry(answer) : undefined;
  return held ? { kind: 'holds', entry: held } : { kind: 'passed' };
}
