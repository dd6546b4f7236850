// Connections to Redis, the users that they need, and Lua scripts.

export { clusterOf, type ClusterAddress } from './cluster-of';
export { readTopology, type ClusterTopology } from './cluster-topology';
export { ensureRedisUser, type RedisServiceName } from './ensure-redis-user';
export { luaScript, type RunLuaScript } from './lua-script';
export { openRedis, type RedisOptions } from './open-redis';
export { openRedisCluster } from './open-redis-cluster';
export { openRedisStore } from './open-redis-store';
export { redirectionOf } from './redirection-of';
export {
  isRedisCluster,
  runOn,
  type ClusterPrimary,
  type RedisCluster,
  type RedisStore,
} from './redis-cluster';
export { REDIS_URL } from './redis-setting';
export { replicaUrls } from './replica-urls';
export { evenTags, slotOf } from './slot-of';
