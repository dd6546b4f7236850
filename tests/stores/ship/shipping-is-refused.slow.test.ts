import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openTestKafka, type SharedKafka } from '@kurz/backends';
import { journalGroupOf, openKafka, readJournalProgress, setJournalProgress } from '@kurz/click-stream';
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

/** Fences the running shipper, as an outage would end its producer. `instead`: the progress that Kafka has then. */
async function fenceShipper(journal: string, instead?: { offset: number; shipper: string }): Promise<void> {
  const producer = client().producer({ transactionalId: journalGroupOf(journal), maxInFlightRequests: 1 });
  await producer.connect();
  const transaction = await producer.transaction();
  if (instead) {
    const metadata = JSON.stringify({ shipper: instead.shipper, lasts: {} });
    const partitions = [{ partition: 0, offset: String(instead.offset), metadata }];
    const consumerGroupId = journalGroupOf(journal);
    await transaction.sendOffsets({ consumerGroupId, topics: [{ topic: journal, partitions }] });
    await transaction.commit();
  } else await transaction.abort();
  await producer.disconnect();
}

beforeAll(async () => {
  kafka = await openTestKafka();
});
afterAll(() => kafka?.close());
beforeEach(() => {
  fixture = makeShipFixture();
});
afterEach(() => fixture.close());

/** A journal whose first half is shipped and whose shipper is closed. Its topic has the same name. */
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

  it('refuses an older copy of a journal, whose new visits would count as shipped, and loses none of them', async () => {
    const copied = kafka.own('copied');
    await makeTopic(kafka.brokers, copied);
    const directory = path.join(fixture.root, copied);
    const backup = path.join(fixture.root, 'backup');
    const lines = visitLines(30);
    /** Starts a redirector on the journal, which writes and ships. */
    const run = async (from: number) => {
      const writer = await fixture.openWriter(copied);
      const { firstPosition } = writer;
      const shipper = fixture.startShipper(copied, options(), copied, {
        firstPosition,
        passed: writer.dropBefore,
      });
      await append(writer, lines.slice(from, from + 10));
      await until(() => shipper.state.health === 'refused' || shipper.state.position === writer.end());
      return { writer, shipper };
    };
    const stop = async ({ writer, shipper }: Awaited<ReturnType<typeof run>>) => {
      await writer.close();
      await shipper.close(10_000);
    };
    await stop(await run(0));
    cpSync(directory, backup, { recursive: true });
    await stop(await run(10));
    rmSync(directory, { recursive: true });
    cpSync(backup, directory, { recursive: true });
    const { writer, shipper } = await run(20);
    const position = writer.firstPosition;
    expect(shipper.events).toContainEqual(
      expect.objectContaining({
        reason: 'journal_behind',
        command: `kurz journal resume ${directory} --position ${position}`,
      }),
    );
    // from its own marker on, visits that were shipped since the copy would count again
    const { position: shipped } = (await readJournalProgress(tested(), copied, copied)) ?? {};
    expect(await resumeJournal({ kafka: tested() }, { directory, topic: copied })).toEqual({
      kind: 'kafka_ahead',
      shipped,
    });
    const resumed = await resumeJournal({ kafka: tested() }, { directory, topic: copied, position });
    expect(resumed.kind).toBe('resumed');
    await until(() => shipper.state.position === writer.end());
    const after = await committedChunks(kafka.brokers, copied);
    expect(differenceOf(after, lines)).toEqual({ lost: 0, doubled: 0 });
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

  it('lets a running redirector go on once the command was given, after Kafka has lost the position under it', async () => {
    const lost = kafka.own('lost-under-it');
    await makeTopic(kafka.brokers, lost);
    const writer = await fixture.openWriter(lost);
    const lines = visitLines(2_000);
    await append(writer, lines.slice(0, 1_000));
    const running = fixture.startShipper(lost, options(), lost);
    await until(() => running.state.shippedVisits === 1_000);
    await fenceShipper(lost);
    await deleteGroup(lost);
    await append(writer, lines.slice(1_000));
    await until(() => running.state.health === 'refused');
    const directory = path.join(fixture.root, lost);
    expect((await resumeJournal({ kafka: tested() }, { directory, topic: lost })).kind).toBe('resumed');
    await until(() => running.state.health === 'taken' || running.state.position === writer.end());
    expect(running.events.map(({ event }) => event)).not.toContain('shipping_taken');
    const after = await committedChunks(kafka.brokers, lost);
    expect(differenceOf(after, lines)).toEqual({ lost: 0, doubled: 0 });
  });

  it('refuses where Kafka was restored to an earlier redirector, and takes that one for no other that ships', async () => {
    const restored = kafka.own('restored');
    await makeTopic(kafka.brokers, restored);
    const writer = await fixture.openWriter(restored);
    await append(writer, visitLines(1_000));
    const running = fixture.startShipper(restored, options(), restored);
    await until(() => running.state.shippedVisits === 1_000);
    await fenceShipper(restored, { offset: 10, shipper: 'of-an-earlier-start' });
    await append(writer, visitLines(10, 1_000));
    await until(() => ['refused', 'taken'].includes(running.state.health));
    expect(running.events).toContainEqual(expect.objectContaining({ reason: 'offset_behind' }));
  });

  it('takes no position behind the end of a journal, whose visits would go as if they were shipped', async () => {
    const given = kafka.own('behind-its-end');
    const { lines, writer } = await halfShipped(given);
    await deleteGroup(given);
    const directory = path.join(fixture.root, given);
    const at = (position: number) =>
      resumeJournal({ kafka: tested() }, { directory, topic: given, position });
    const end = writer.end();
    expect(await at(end + 1)).toEqual({ kind: 'beyond_end', end });
    expect(await readJournalProgress(tested(), given, given)).toBeUndefined();
    const nowhere = { directory: path.join(fixture.root, 'nowhere'), topic: given, position: 0 };
    expect(await resumeJournal({ kafka: tested() }, nowhere)).toEqual({ kind: 'no_journal' });
    expect(await at(0)).toEqual({ kind: 'resumed', position: 0 });
    const resumed = fixture.startShipper(given, options(), given);
    await until(() => resumed.state.position === end);
    const after = await committedChunks(kafka.brokers, given);
    expect(differenceOf(after, lines)).toEqual({ lost: 0, doubled: 1_000 });
  });
});
