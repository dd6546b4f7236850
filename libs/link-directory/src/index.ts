// The way of a link change: API → directory → redirectors.

export type {
  ChangedKey,
  DirectoryEntry,
  DirectoryKey,
  DirectoryLink,
  DirectoryTombstone,
  LinkDirectory,
  Subscription,
} from './link-directory';
export { linkStateOf } from './link-state-of';
export { makeMemoryLinkDirectory } from './memory-link-directory';
