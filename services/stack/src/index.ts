// The servers that the stack runs on, each as a process of this machine, without containers; for tests that start them
// one by one. The stack itself is main.

export { ensureKafka } from './kafka/ensure-kafka';
export { classPath, java } from './kafka/java';
export { KAFKA_VERSION } from './kafka/kafka-jars';
export { kafkaProperties } from './kafka/kafka-properties';
export { answers } from './native/answers';
export { freePort } from '@kurz/standalone/without-engine';
export { postmasterOf } from './native/postmaster-of';
export { redisAnswers } from './native/redis-answers';
export { BROWSERS, POOLERS } from './programs/missing-programs';
export { startServerProcess, type ServerCommand, type ServerProcess } from './native/server-process';
export { CLICKHOUSE_SERVER, startNativeClickHouse } from './native/start-native-clickhouse';
export { startNativeKafka, type NativeKafkaOptions } from './native/start-native-kafka';
export { REDIS_SETTINGS, startNativeRedis } from './native/start-native-redis';
