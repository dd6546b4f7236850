// Everything that `kurz doctor` can find, by its stable code.

import { CLICKHOUSE_FINDINGS } from './clickhouse-findings';
import { KAFKA_FINDINGS } from './kafka-findings';
import { OTHER_FINDINGS } from './other-findings';
import { POSTGRES_FINDINGS } from './postgres-findings';
import { REDIS_FINDINGS } from './redis-findings';

export const CATALOGUE = {
  ...POSTGRES_FINDINGS,
  ...REDIS_FINDINGS,
  ...KAFKA_FINDINGS,
  ...CLICKHOUSE_FINDINGS,
  ...OTHER_FINDINGS,
};

export type FindingCode = keyof typeof CATALOGUE;
