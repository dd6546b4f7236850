// Wraps a Kafka client, so that a test sees the consumers that it creates.

import type { KafkajsClient } from '@kurz/click-stream';

type Consumer = ReturnType<KafkajsClient['consumer']>;

export function watchedClient(
  real: KafkajsClient,
  onConsumer: (consumer: Consumer) => void = () => undefined,
): { client: KafkajsClient; consumers: Consumer[] } {
  const consumers: Consumer[] = [];
  const client = new Proxy(real, {
    get: (target, property): unknown => {
      const value: unknown = Reflect.get(target, property);
      if (property !== 'consumer')
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return (config: Parameters<KafkajsClient['consumer']>[0]) => {
        const consumer = target.consumer(config);
        consumers.push(consumer);
        onConsumer(consumer);
        return consumer;
      };
    },
  });
  return { client, consumers };
}
