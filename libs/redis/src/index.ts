// How every service opens its connections to Redis.

export { ensureRedisUser, type RedisServiceName } from './ensure-redis-user';
export { openRedis, REDIS_URL, type RedisOptions } from './open-redis';
