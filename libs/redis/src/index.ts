// Connections to Redis, the users that they need, and Lua scripts.

export { ensureRedisUser, type RedisServiceName } from './ensure-redis-user';
export { luaScript, type RunLuaScript } from './lua-script';
export { openRedis, type RedisOptions } from './open-redis';
export { REDIS_URL } from './redis-setting';
export { replicaUrls } from './replica-urls';
