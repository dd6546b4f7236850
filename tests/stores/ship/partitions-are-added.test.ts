// An operator adds partitions while a shipper runs.

import { openTestKafka, type SharedKafka } from '@kurz/backends';
import { openKafka } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import type { Admin } from 'kafkajs';
import { until } from '../../until';
import { committedChunks, differenceOf } from './committed-chunks';
import { append, journalBeside, makeShipFixture, makeTopic, visitLines } from './ship-fixture';

const PARTITIONS = 4;

let kafka: SharedKafka;
let admin: Admin;
let fixture: ReturnType<typeof makeShipFixture>;
beforeAll(async () => {
  kafka = await openTestKafka();
  admin = openKafka({ brokers: kafka.brokers, clientId: 'test' }, { log: silentLog }).admin();
  await admin.connect();
  fixture = makeShipFixture();
});
afterAll(async () => {
  await fixture?.close();
  await admin?.disconnect();
  await kafka?.close();
});

it('a shipper that runs uses them, says nothing, and ships each visit once', async () => {
  const id = journalBeside(kafka, 'added', PARTITIONS);
  await makeTopic(kafka.brokers, id, 1);
  const writer = await fixture.openWriter(id);
  const shipper = fixture.startShipper(id, { brokers: kafka.brokers, clientId: 'test' }, id, {
    heartbeatMs: 200,
  });
  const written: string[] = [];
  const write = async () => {
    const lines = visitLines(50, written.length);
    written.push(...lines);
    await append(writer, lines);
    await until(() => shipper.state.position === writer.end());
  };
  await write();
  await makeTopic(kafka.brokers, id, PARTITIONS);
  const isAddedUsed = async () =>
    (await admin.fetchTopicOffsets(id)).some(({ partition, high }) => partition > 0 && high !== '0');
  await until(
    async () => {
      await write();
      return isAddedUsed();
    },
    { ms: 30_000, what: 'a visit in a partition that was added' },
  );
  expect(shipper.events).toEqual([]);
  expect(differenceOf(await committedChunks(kafka.brokers, id), written)).toEqual({ lost: 0, doubled: 0 });
});
