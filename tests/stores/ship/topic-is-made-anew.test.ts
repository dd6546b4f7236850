// A topic is deleted and created again while a shipper is idle and does not notice.

import path from 'node:path';
import { openTestKafka, type SharedKafka } from '@kurz/backends';
import { openKafka, openStreamClient, type KafkaOptions } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { resumeJournal } from '@kurz/redirector';
import { TESTED } from '../../tested-client';
import { until } from '../../until';
import { committedChunks, differenceOf } from './committed-chunks';
import { append, journalBeside, makeShipFixture, makeTopic, visitLines } from './ship-fixture';

let kafka: SharedKafka;
let options: KafkaOptions;
let fixture: ReturnType<typeof makeShipFixture>;
beforeAll(async () => {
  kafka = await openTestKafka();
  options = { brokers: kafka.brokers, clientId: 'test', client: TESTED };
  fixture = makeShipFixture();
});
afterAll(async () => {
  await fixture?.close();
  await kafka?.close();
});

async function makeAnew(topic: string, partitions: number): Promise<void> {
  const admin = openKafka(options, { log: silentLog }).admin();
  await admin.connect();
  await admin.deleteTopics({ topics: [topic] });
  await until(async () => !(await admin.listTopics()).includes(topic));
  await admin.disconnect();
  await makeTopic(kafka.brokers, topic, partitions);
}

/** Starts a shipper that has committed a position, but no line. */
async function startIdle(id: string, partitions: number) {
  await makeTopic(kafka.brokers, id, partitions);
  const writer = await fixture.openWriter(id);
  const shipper = fixture.startShipper(id, options, id);
  await until(() => shipper.state.health === 'shipping');
  return { writer, shipper };
}

it('visits for a partition that the topic lacks by now go to one that it has', async () => {
  const partitions = 6;
  const id = journalBeside(kafka, 'fewer', partitions);
  const { writer, shipper } = await startIdle(id, partitions);
  await makeAnew(id, 1);
  const client = openStreamClient(options, { log: silentLog });
  await resumeJournal({ kafka: client }, { directory: path.join(fixture.root, id), topic: id });

  const lines = visitLines(300);
  await append(writer, lines);
  await until(() => shipper.state.position === writer.end());
  expect(differenceOf(await committedChunks(kafka.brokers, id), lines)).toEqual({ lost: 0, doubled: 0 });
});

it('a topic that was made anew gets no visits before an operator says so', async () => {
  const id = kafka.own('anew');
  const { writer, shipper } = await startIdle(id, 1);
  await makeAnew(id, 1);
  await append(writer, visitLines(300));
  await until(() => shipper.state.health === 'refused' || shipper.state.position === writer.end());
  const refusals = shipper.events.filter(({ event }) => event === 'shipping_refused');
  expect(refusals.map(({ reason }) => reason)).toEqual(['offset_gone']);
  expect(await committedChunks(kafka.brokers, id)).toEqual([]);
});
