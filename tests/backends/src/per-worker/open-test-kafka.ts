// A Kafka for a test file, on the node that the files of its worker share, one after the other. The file makes its
// topic names with `own`. A file that kills, configures or proxies the node starts its own instead (startKafka).

import { randomBytes } from 'node:crypto';
import { startKafka } from '../start-kafka';
import { type TestKafka } from '../test-kafka';
import { sharedOptions } from './shared-options';

export type SharedKafka = Pick<TestKafka, 'brokers' | 'close'> & {
  /** Makes a name for a topic, journal or group that no other file uses. */
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
