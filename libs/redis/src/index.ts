// How every service opens its connections to Redis.

export { openRedis, type RedisOptions } from './open-redis';
