// The path of a link change: API → link cache → redirectors.

export type {
  ChangedKey,
  LinkCacheEntry,
  LinkCacheKey,
  CachedLink,
  CachedTombstone,
  LinkCache,
  LinkWindow,
  OnChange,
  ReadWatermark,
  Subscription,
} from './port/link-cache';
export { cachedLinkOf, type StoredLink } from './port/cached-link-of';
export { decodeConditional, encodeConditional } from './port/conditional-text';
export {
  decodeConditions,
  encodeConditions,
  isTimeZone,
  MAX_CONDITIONS_BYTES,
  PASSWORD_CONDITION,
  type Conditions,
  type Rule,
  type RuleTime,
  type Variant,
} from './port/conditions';
export { decodeWindowed, encodeWindowed, type Windowed } from './port/windowed-text';
export { linkStateOf } from './port/link-state-of';
export { makeMemoryLinkCache } from './memory/memory-link-cache';
export { makeClusterLinkCache } from './redis-cluster/cluster-link-cache';
export { makeRedisLinkCache, type RedisLinkCacheDeps } from './redis/redis-link-cache';
export type { RedisLinkCacheSettings } from './redis/redis-link-cache-settings';
