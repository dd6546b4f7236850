// The way of a link change: API → directory → redirectors.

export type {
  ChangedKey,
  DirectoryEntry,
  DirectoryKey,
  DirectoryLink,
  DirectoryTombstone,
  LinkDirectory,
  ReadMark,
  Subscription,
} from './port/link-directory';
export { linkStateOf } from './port/link-state-of';
export { makeMemoryLinkDirectory } from './memory/memory-link-directory';
export { makeRedisLinkDirectory, type RedisLinkDirectoryDeps } from './redis/redis-link-directory';
export type { RedisLinkDirectorySettings } from './redis/redis-link-directory-settings';
