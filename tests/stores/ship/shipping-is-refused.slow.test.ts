import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { openTestKafka, type SharedKafka } from '@kurz/backends';
import { journalGroupOf, openKafka, setJournalProgress } from '@kurz/click-stream';
import { makeMetrics, silentLog } from '@kurz/process';
import { resumeJournal, startShippingThread } from '@kurz/redirector';
import { committedChunks, differenceOf } from './committed-chunks';
import { append, makeEventLog, makeShipFixture, makeTopic, visitLines } from './ship-fixture';
import { openTestedClient, TESTED } from '../../tested-client';
import { until } from '../../until';

let kafka: SharedKafka;
let fixture: ReturnType<typeof makeShipFixture>;
const options = () => ({ brokers: kafka.brokers, clientId: 'test' });
const client = () => openKafka(options(), { log: silentLog });
const tested = () => openTestedClient(kafka.brokers);

async function deleteGroup(journal: string): Promise<void> {
  const admin = client().admin();
  await admin.connect();
  await admin.deleteGroups([journalGroupOf(journal)]);
  await admin.disconnect();
}

beforeAll(async () => {
  kafka = await openTestKafka();
});
afterAll(() => kafka?.close());
beforeEach(() => {
  fixture = makeShipFixture();
});
afterEach(() => fixture.close());

/** A journal of which half is shipped, without a shipper now; its topic has the same name. */
async function halfShipped(id: string) {
  await makeTopic(kafka.brokers, id);
  const writer = await fixture.openWriter(id);
  const lines = visitLines(2_000);
  await append(writer, lines.slice(0, 1_000));
  const shipper = fixture.startShipper(id, options(), id);
  await until(() => shipper.state.shippedVisits === 1_000);
  await shipper.close(10_000);
  await append(writer, lines.slice(1_000));
  return { writer, lines };
}

describe('shipping', () => {
  it('refuses a journal whose position Kafka has forgotten, and names the command to go on', async () => {
    const forgotten = kafka.own('forgotten');
    const { lines, writer } = await halfShipped(forgotten);
    await deleteGroup(forgotten);
    const directory = path.join(fixture.root, forgotten);
    const refused = fixture.startShipper(forgotten, options(), forgotten);
    await until(() => refused.state.health === 'refused');
    expect(refused.events).toContainEqual({
      event: 'shipping_refused',
      journal: forgotten,
      reason: 'offset_gone',
      command: `kurz journal resume ${directory}`,
      runbook: 'Shipping refuses a journal',
    });
    await refused.close(0);
    const before = await committedChunks(kafka.brokers, forgotten);
    expect(differenceOf(before, lines.slice(0, 1_000))).toEqual({ lost: 0, doubled: 0 });
    expect(before.flatMap((chunk) => chunk.lines)).toHaveLength(1_000);

    expect((await resumeJournal({ kafka: tested() }, { directory, topic: forgotten })).kind).toBe('resumed');
    const resumed = fixture.startShipper(forgotten, options(), forgotten);
    await until(() => resumed.state.position === writer.end());
    const after = await committedChunks(kafka.brokers, forgotten);
    expect(differenceOf(after, lines)).toEqual({ lost: 0, doubled: 0 });
  });

  it('goes on with a journal that a dead worker has left once the command was given, without a restart', async () => {
    const left = kafka.own('left');
    const { lines, writer } = await halfShipped(left);
    await writer.close();
    await deleteGroup(left);
    const directory = path.join(fixture.root, left);
    mkdirSync(path.join(fixture.root, 'own'));
    const { log, events } = makeEventLog();
    const shipping = startShippingThread(
      {
        directory: path.join(fixture.root, 'own'),
        root: fixture.root,
        kafka: { ...options(), client: TESTED },
        topic: left,
        visitsPerSecond: 100_000,
      },
      { log, metrics: makeMetrics(), passed: () => undefined },
    );
    try {
      const said = (event: string) => events.filter((one) => one.event === event && one['journal'] === left);
      await until(() => said('shipping_refused').length > 0);
      expect((await resumeJournal({ kafka: tested() }, { directory, topic: left })).kind).toBe('resumed');
      await until(() => !existsSync(directory));
      const after = await committedChunks(kafka.brokers, left);
      expect(differenceOf(after, lines)).toEqual({ lost: 0, doubled: 0 });
      await until(() => said('journal_drained').length > 0);
      expect([said('shipping_refused').length, said('shipping_resumed').length]).toEqual([1, 1]);
    } finally {
      await shipping.close(0);
    }
  });

  it('refuses a journal when Kafka names a position before what was shipped', async () => {
    const behind = kafka.own('behind');
    await halfShipped(behind);
    await setJournalProgress(tested(), { topic: behind, journal: behind, position: 10 });
    const refused = fixture.startShipper(behind, options(), behind);
    await until(() => refused.state.health === 'refused');
    expect(refused.events).toContainEqual(expect.objectContaining({ reason: 'offset_behind' }));
  });

  it('refuses a new journal under the name of one that was shipped', async () => {
    const other = kafka.own('other');
    await makeTopic(kafka.brokers, other);
    await setJournalProgress(tested(), { topic: other, journal: other, position: 5_000_000 });
    await append(await fixture.openWriter(other), visitLines(10));
    const refused = fixture.startShipper(other, options(), other);
    await until(() => refused.state.health === 'refused');
    expect(refused.events).toContainEqual(expect.objectContaining({ reason: 'other_journal' }));
  });
});
