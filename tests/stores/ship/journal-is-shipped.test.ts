import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestKafka, type SharedKafka } from '@kurz/backends';
import { chunkOrderOf } from '@kurz/click-stream';
import { makeThrottle, resumeJournal } from '@kurz/redirector';
import { committedChunks, differenceOf } from './committed-chunks';
import { append, makeShipFixture, makeTopic, visitLines } from './ship-fixture';
import { openTestedClient } from '../../tested-client';
import { until } from '../../until';

let kafka: SharedKafka;
let fixture: ReturnType<typeof makeShipFixture>;
const options = () => ({ brokers: kafka.brokers, clientId: 'test' });

async function expectEachOnce(topic: string, lines: readonly string[]): Promise<void> {
  expect(differenceOf(await committedChunks(kafka.brokers, topic), lines)).toEqual({ lost: 0, doubled: 0 });
}

beforeAll(async () => {
  kafka = await openTestKafka();
});
afterAll(() => kafka?.close());
beforeEach(() => {
  fixture = makeShipFixture();
});
afterEach(() => fixture.close());

describe('a journal', () => {
  it('is in Kafka with every line once, over a change of shippers in the middle', async () => {
    await makeTopic(kafka.brokers, kafka.own('change'));
    const writer = await fixture.openWriter('a');
    const lines = visitLines(30_000);
    const first = fixture.startShipper('a', options(), kafka.own('change'));
    for (let from = 0; from < 15_000; from += 1_000) await append(writer, lines.slice(from, from + 1_000));
    await until(() => first.state.shippedVisits > 3_000);
    await first.close(0);
    const second = fixture.startShipper('a', options(), kafka.own('change'));
    for (let from = 15_000; from < 30_000; from += 1_000)
      await append(writer, lines.slice(from, from + 1_000));
    await until(() => second.state.position === writer.end());
    const chunks = await committedChunks(kafka.brokers, kafka.own('change'));
    expect(differenceOf(chunks, lines)).toEqual({ lost: 0, doubled: 0 });
    expect(chunks.every(({ journal }) => journal === 'a')).toBe(true);
  });

  it('is shipped on a disk that takes no note of how far: else one that it has filled would stay full', async () => {
    await makeTopic(kafka.brokers, kafka.own('unnoted'));
    const writer = await fixture.openWriter('unnoted');
    const lines = visitLines(200);
    await append(writer, lines.slice(0, 100));
    const first = fixture.startShipper('unnoted', options(), kafka.own('unnoted'));
    await until(() => first.state.position === writer.end());
    await first.close(0);
    // a marker that is being written is written to its end
    await first.ended;
    // blocks the path where each marker is written first
    mkdirSync(path.join(fixture.root, 'unnoted', 'shipped.new'));
    await append(writer, lines.slice(100));
    const second = fixture.startShipper('unnoted', options(), kafka.own('unnoted'));
    await until(() => second.state.position === writer.end());
    await expectEachOnce(kafka.own('unnoted'), lines);
    expect(second.events.map(({ event }) => event)).toContain('shipped_position_not_noted');
  });

  it.each([
    ['emptied', ''],
    ['filled with zeros', '\0'.repeat(5)],
  ])('is shipped on from what Kafka says where a power cut has %s its note', async (how, note) => {
    const id = how.replaceAll(' ', '-');
    await makeTopic(kafka.brokers, kafka.own(id));
    const writer = await fixture.openWriter(id);
    const lines = visitLines(200);
    await append(writer, lines.slice(0, 100));
    const first = fixture.startShipper(id, options(), kafka.own(id));
    await until(() => first.state.position === writer.end());
    await first.close(0);
    await first.ended;
    writeFileSync(path.join(fixture.root, id, 'shipped'), note);
    // such a marker gives no position to resume from, either
    const journal = { directory: path.join(fixture.root, id), topic: kafka.own(id) };
    expect(await resumeJournal({ kafka: openTestedClient(kafka.brokers) }, journal)).toEqual({
      kind: 'unknown_position',
    });
    await append(writer, lines.slice(100));
    const second = fixture.startShipper(id, options(), kafka.own(id));
    await until(() => second.state.position === writer.end() || second.state.failures > 2);
    await expectEachOnce(kafka.own(id), lines);
    expect(readFileSync(path.join(fixture.root, id, 'shipped'), 'latin1')).toMatch(/^\d+\n$/);
  });

  it('spreads over the partitions, and in each of them one chunk names the end of the one before', async () => {
    await makeTopic(kafka.brokers, kafka.own('spread'));
    const writer = await fixture.openWriter('wide');
    const written: string[] = [];
    for (let from = 0; from < 200_000; from += 10_000) {
      const some = visitLines(10_000, from);
      written.push(...some);
      await append(writer, some);
    }
    const shipper = fixture.startShipper('wide', options(), kafka.own('spread'));
    await until(() => shipper.state.position === writer.end());
    const chunks = await committedChunks(kafka.brokers, kafka.own('spread'));
    expect(differenceOf(chunks, written)).toEqual({ lost: 0, doubled: 0 });
    expect(new Set(chunks.map(({ partition }) => partition)).size).toBe(3);
    const seen = new Map<number, number>();
    const orders = chunks.map((chunk) => {
      const order = chunkOrderOf(seen.get(chunk.partition), chunk);
      seen.set(chunk.partition, chunk.last);
      return order;
    });
    expect(orders.filter((order) => order === 'first')).toHaveLength(3);
    expect(orders.filter((order) => order === 'gap' || order === 'repeat')).toEqual([]);
    // each message begins where another one ended
    const ends = new Set(chunks.map(({ last }) => last));
    expect(chunks.filter(({ first }) => first !== 0 && !ends.has(first))).toEqual([]);
  });

  it('frees the disk behind what Kafka has', async () => {
    await makeTopic(kafka.brokers, kafka.own('freed'));
    const writer = await fixture.openWriter('freed', 100_000);
    for (let from = 0; from < 5_000; from += 100) await append(writer, visitLines(100, from));
    const directory = path.join(fixture.root, 'freed');
    const segments = () => readdirSync(directory).filter((name) => name.endsWith('.journal'));
    expect(segments().length).toBeGreaterThan(5);
    fixture.startShipper('freed', options(), kafka.own('freed'), {
      passed: (position) => void writer.dropBefore(position),
    });
    await until(() => segments().length === 1);
  });

  it('ships what is left when it is closed', async () => {
    await makeTopic(kafka.brokers, kafka.own('closed'));
    const writer = await fixture.openWriter('last');
    const shipper = fixture.startShipper('last', options(), kafka.own('closed'));
    await until(() => shipper.state.health === 'shipping');
    const lines = visitLines(5_000);
    await append(writer, lines);
    await writer.close();
    await shipper.close(20_000);
    expect(await shipper.ended).toEqual({ kind: 'closed' });
    await expectEachOnce(kafka.own('closed'), lines);
  });

  it('goes at the pace that it is given, and as fast as it can when it is closed', async () => {
    await makeTopic(kafka.brokers, kafka.own('paced'));
    const writer = await fixture.openWriter('paced');
    const lines = visitLines(50_000);
    await append(writer, lines);
    await writer.close();
    const throttle = makeThrottle(2_000);
    const shipper = fixture.startShipper('paced', options(), kafka.own('paced'), { throttle });
    await until(() => shipper.state.health === 'shipping');
    const [began, before] = [performance.now(), shipper.state.shippedVisits];
    await sleep(4_000);
    const shipped = shipper.state.shippedVisits;
    // a message of 4,000 in flight, and 2,000 for each second that really passed; a timer fires up to 1 ms early
    const mayHave = before + 4_000 + (2_000 * (performance.now() - began + 1)) / 1_000;
    expect(shipped).toBeLessThanOrEqual(mayHave);
    await shipper.close(20_000);
    expect(await shipper.ended).toEqual({ kind: 'closed' });
    await expectEachOnce(kafka.own('paced'), lines);
  });

  it('is left to a successor, which nobody disturbs, by the shipper that it has fenced', async () => {
    await makeTopic(kafka.brokers, kafka.own('fenced'));
    const writer = await fixture.openWriter('fenced');
    const earlier = fixture.startShipper('fenced', options(), kafka.own('fenced'));
    const lines = visitLines(2_000);
    await append(writer, lines.slice(0, 500));
    await until(() => earlier.state.shippedVisits === 500);
    const successor = fixture.startShipper('fenced', options(), kafka.own('fenced'));
    await until(() => successor.state.health === 'shipping');
    await append(writer, lines.slice(500));
    expect(await earlier.ended).toEqual({ kind: 'taken' });
    await until(() => successor.state.position === writer.end());
    expect(earlier.state.shippedVisits).toBe(500);
    expect(successor.state.shippedVisits).toBe(1_500);
    expect(successor.state.failures).toBe(0);
    expect(earlier.events.map(({ event }) => event)).toContain('shipping_taken');
    await expectEachOnce(kafka.own('fenced'), lines);
  });
});
