// Live counts: written by the ingester, read by the API's stats.

export type {
  AddOutcome,
  LiveAddition,
  LiveClicks,
  LiveDay,
  ReplacedPosition,
  SeedOutcome,
} from './port/live-clicks';
export { makeMemoryLiveClicks } from './memory/memory-live-clicks';
export { makeRedisLiveClicks } from './redis/redis-live-clicks';
