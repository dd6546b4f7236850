// A Kafka for a test file, on the node that the files of its worker share one after the other; the file names its topics
// by `own`. A file that kills or configures the node, or puts a proxy before it, starts its own instead (startKafka).

import { randomBytes } from 'node:crypto';
import { startKafka } from '../start-kafka';
import { type TestKafka } from '../test-kafka';
import { sharedOptions } from './shared-options';

export type SharedKafka = Pick<TestKafka, 'brokers' | 'close'> & {
  /** The name that no other file gives to its topic, journal or group. */
  own: (name: string) => string;
};

export async function openTestKafka(): Promise<SharedKafka> {
  const prefix = randomBytes(6).toString('hex');
  const own = (name: string) => `${prefix}-${name}`;
  const shared = await sharedOptions<{ brokers: string[] }>('kafka');
  if (!shared) {
    const { brokers, close } = await startKafka();
    return { brokers, close, own };
  }
  return { brokers: shared.brokers, close: () => Promise.resolve(), own };
}
