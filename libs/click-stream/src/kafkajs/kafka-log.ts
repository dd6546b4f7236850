// kafkajs hands its log lines. They go to debug whatever their level: it tells every attempt on an absent broker as an
// error, while who uses it tells when Kafka went and when it came back.

import type { Log } from '@kurz/process';
import type { logCreator } from 'kafkajs';

export const kafkaLog =
  (log: Log): logCreator =>
  () =>
  ({ namespace, label, log: { message, error, broker } }) =>
    log.debug({
      event: 'kafkajs',
      level: label,
      namespace,
      message,
      broker: textOf(broker),
      err: textOf(error),
    });

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
