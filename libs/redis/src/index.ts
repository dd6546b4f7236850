// How every service opens its connections to Redis.

export { openRedis, type RedisOptions } from './open-redis';
export { REDIS_URL } from './redis-setting';
