// Kafka takes the shipper's position and refuses its lines. The shipper waits, and logs once that it waits and once
// that the wait is over.

import { openTestKafka, type SharedKafka } from '@kurz/backends';
import { openKafka } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { ConfigResourceTypes } from 'kafkajs';
import { until } from '../../until';
import { committedChunks, differenceOf } from './committed-chunks';
import { append, makeShipFixture, makeTopic, visitLines } from './ship-fixture';

const FAILURES = 3;
const TIMEOUT = { ms: 60_000 };
/** Largest message of the topic, bytes. */
const [TOO_FEW, ENOUGH] = [100, 1_000_000];

let kafka: SharedKafka;
let fixture: ReturnType<typeof makeShipFixture>;
beforeAll(async () => {
  kafka = await openTestKafka();
  fixture = makeShipFixture();
});
afterAll(async () => {
  await fixture?.close();
  await kafka?.close();
});

async function takeMessagesTo(topic: string, bytes: number): Promise<void> {
  const admin = openKafka({ brokers: kafka.brokers, clientId: 'test' }, { log: silentLog }).admin();
  await admin.connect();
  const configEntries = [{ name: 'max.message.bytes', value: String(bytes) }];
  const resources = [{ type: ConfigResourceTypes.TOPIC, name: topic, configEntries }];
  await admin.alterConfigs({ validateOnly: false, resources });
  await admin.disconnect();
}

it('a shipper whose lines are refused waits until they are taken, and says so once', async () => {
  const id = kafka.own('refused');
  await makeTopic(kafka.brokers, id);
  await takeMessagesTo(id, TOO_FEW);
  const writer = await fixture.openWriter(id);
  const lines = visitLines(1_000);
  await append(writer, lines);
  const shipper = fixture.startShipper(id, { brokers: kafka.brokers, clientId: 'test' }, id);
  const healths = new Set<string>();
  await until(() => {
    healths.add(shipper.state.health);
    return shipper.state.failures >= FAILURES;
  }, TIMEOUT);
  const said = () => shipper.events.map(({ event }) => event);
  expect(said()).toEqual(['shipping_waits']);
  expect(shipper.state.health).toBe('waiting');
  expect([...healths]).not.toContain('shipping');

  await takeMessagesTo(id, ENOUGH);
  await until(() => shipper.state.position === writer.end(), TIMEOUT);
  expect(said()).toEqual(['shipping_waits', 'shipping_resumed']);
  expect(shipper.state.health).toBe('shipping');
  const chunks = await committedChunks(kafka.brokers, id);
  expect(differenceOf(chunks, lines)).toEqual({ lost: 0, doubled: 0 });
});
