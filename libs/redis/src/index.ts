// How every service opens its connections to Redis.

export { ensureRedisUser, type RedisServiceName } from './ensure-redis-user';
export { openRedis, type RedisOptions } from './open-redis';
export { judgeRedisUrl, REDIS_URL } from './redis-setting';
