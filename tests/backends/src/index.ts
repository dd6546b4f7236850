// Real stores for tests. Each call opens a fresh store; `close` releases it. A proxy puts a bad network before a store.

export {
  freePort,
  postmasterOf,
  redisAnswers,
  startNativeClickHouse,
  startNativeKafka,
  startNativeRedis,
  startServerProcess,
  type ServerCommand,
  type ServerProcess,
} from '@kurz/stack';
export { addScramUser } from './kafka/add-scram-user';
export { answerInstead } from './kafka/answer-instead';
export { eachRequest, REQUEST_HEAD } from './kafka/each-request';
export { readTopic, type TopicContent, type TopicMessage } from './kafka/read-topic';
export { startProxy, type TestProxy } from './proxy/start-proxy';
export { openTestClickHouse, type TestTables } from './per-worker/open-test-clickhouse';
export { openTestDatabase, type TestDatabase } from './per-worker/open-test-database';
export { openTestKafka, type SharedKafka } from './per-worker/open-test-kafka';
export { openTestRedis, type SharedRedis } from './per-worker/open-test-redis';
export { copyFolder } from './copy-folder';
export { sharedOptions } from './per-worker/shared-options';
export { signalProcess } from './signal-process';
export { startClickHouse, type TestClickHouse } from './start-clickhouse';
export { startKafka } from './start-kafka';
export { startKafkaCluster, type KafkaCluster } from './start-kafka-cluster';
export { startPgBouncer, type TestPgBouncer } from './start-pgbouncer';
export { startPostgresPair, type TestPostgresPair } from './start-postgres-pair';
export { startPostgres, type TestPostgres } from './start-postgres';
export { startRedis } from './start-redis';
export { startRedisCluster, type RedisClusterNode, type TestRedisCluster } from './start-redis-cluster';
export { IS_CLUSTER_TESTED, startTestedRedis, type TestedRedis } from './start-tested-redis';
export { startWatchedRedis, type RedisServer, type WatchedRedis } from './start-watched-redis';
export { type TestKafka, type TestKafkaOptions } from './test-kafka';
export { type TestRedis } from './test-redis';
