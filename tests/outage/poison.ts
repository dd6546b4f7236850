// Writes messages to the click stream that no redirector of Kurz writes: some are no chunk of lines, one has lines that
// are no visits among visits.

import { encodeVisit, type Visit } from '@kurz/click-event';
import { encodeChunk, openKafka } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { TOPIC } from './start-production';

type Message = { key: string | null; value: Buffer | null; headers?: Record<string, string> };

/** Each is one dead letter. */
const NO_CHUNKS: Message[] = [
  { key: 'stranger', value: Buffer.from('no headers, no lines of ours') },
  { key: 'stranger', value: Buffer.from('{"click":"lnk_1"}'), headers: { first: '9', last: '3' } },
  { key: null, value: Buffer.from('nobody’s'), headers: { first: '0', last: '10' } },
];

/** A visit, except that PostgreSQL and ClickHouse do not accept its ids in queries. */
const STRANGE_IDS = "1\t1763640000123\tws\u0000\tlnk'\t0\tGET\t\t\t\t\t";

/** Each is one dead letter. */
const NO_VISITS = [
  STRANGE_IDS,
  'nonsense',
  '',
  '99\tof\ta\tlater\tversion',
  '\u0000\u00ff\u00fe',
  'x'.repeat(300_000),
];

export const DEAD_LETTERS = NO_CHUNKS.length + NO_VISITS.length;

/** Sends all messages to each partition; the lines of each partition include `visit` twice. */
export async function poisonStream(
  brokers: string[],
  { partitions, visit }: { partitions: number; visit: Visit },
): Promise<void> {
  const lines = Buffer.from([encodeVisit(visit), ...NO_VISITS, encodeVisit(visit)].join('\n'), 'latin1');
  const kafka = openKafka({ brokers, clientId: 'test' }, { log: silentLog });
  const producer = kafka.producer();
  await producer.connect();
  for (let partition = 0; partition < partitions; partition++) {
    const place = { journal: `stranger-${partition}`, first: 0, last: lines.length + 1, after: undefined };
    const messages = [...NO_CHUNKS, encodeChunk(place, lines)];
    await producer.send({ topic: TOPIC, messages: messages.map((message) => ({ ...message, partition })) });
  }
  await producer.disconnect();
}

/** Resolves with the texts of the dead-letter topic when `wanted` of them are there. */
export async function deadLetters(brokers: string[], topic: string, wanted: number): Promise<string[]> {
  const kafka = openKafka({ brokers, clientId: 'test' }, { log: silentLog });
  const consumer = kafka.consumer({ groupId: 'test-reads-dead-letters' });
  const texts: string[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`only ${texts.length} dead letters`)), 30_000);
    const eachMessage = ({ message }: { message: { value: Buffer | null } }) => {
      texts.push(message.value?.toString() ?? '');
      if (texts.length === wanted) {
        clearTimeout(timer);
        resolve();
      }
      return Promise.resolve();
    };
    consumer.run({ eachMessage }).catch(reject);
  }).finally(() => consumer.disconnect());
  return texts;
}
