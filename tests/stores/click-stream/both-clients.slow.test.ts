// An installation changes its client of Kafka one process after the other: members with either are in one group, and a
// shipper with one takes a journal over from a shipper with the other.

import { openTestKafka, readTopic, type SharedKafka } from '@kurz/backends';
import {
  openJournalShip,
  openStreamClient,
  openStreamOffsets,
  openStreamReader,
  type KafkaClientName,
  type StreamReader,
} from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { makeTopic } from '../ship/ship-fixture';
import { TESTED } from '../../tested-client';
import { until } from '../../until';

const CLIENTS: KafkaClientName[] = ['kafkajs', 'platformatic'];
const PARTITIONS = 4;
const HEARTBEAT = { until: 0, at: 0, isAtRest: false };

// kafkajs alone runs on every Node
const hasBoth = TESTED === 'platformatic';
const describeBoth = hasBoth ? describe : describe.skip;
if (!hasBoth) console.log('skipped: platformatic.slow.test.ts runs it, on the Node that both clients need');

let kafka: SharedKafka;
const closes: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  kafka = await openTestKafka();
});
afterAll(async () => {
  for (const close of closes.reverse()) await close();
  await kafka?.close();
});

const clientOf = (client: KafkaClientName) =>
  openStreamClient({ brokers: kafka.brokers, clientId: `test-${client}`, client }, { log: silentLog });

function openReader(client: KafkaClientName, topic: string): StreamReader {
  const opened = clientOf(client);
  const offsets = openStreamOffsets({ kafka: opened }, { topic });
  closes.push(offsets.close);
  return openStreamReader(
    { kafka: opened, offsets, log: silentLog, onSession: () => undefined },
    { topic, groupId: topic, sessionTimeoutMs: 6_000 },
  );
}

describeBoth('members with different clients', () => {
  it.each([CLIENTS, [...CLIENTS].reverse()])(
    'share the partitions, %s the first and %s the second; the one that stays gets all',
    async (first, second) => {
      const topic = kafka.own(`shared-${first}`);
      await makeTopic(kafka.brokers, topic, PARTITIONS);
      const one = openReader(first, topic);
      await until(() => one.partitions()?.length === PARTITIONS);
      const other = openReader(second, topic);
      closes.push(other.close);
      const halves = () => [one, other].map((reader) => reader.partitions() ?? []);
      await until(() => halves().every((half) => half.length === PARTITIONS / 2));
      expect(halves().flat().sort()).toEqual([0, 1, 2, 3]);
      await one.close();
      await until(() => other.partitions()?.length === PARTITIONS);
    },
  );
});

describeBoth('shippers with different clients', () => {
  it('take a journal over from each other where it stands, and fence the one before', async () => {
    const topic = kafka.own('taken-over');
    const journal = kafka.own('journal');
    await makeTopic(kafka.brokers, topic, 1);
    const open = async (client: KafkaClientName, shipper: string) => {
      const opened = await openJournalShip(clientOf(client), { topic, journal, shipper }, undefined);
      if (opened.kind !== 'opened') throw new Error('the journal is taken');
      closes.push(opened.ship.close);
      return opened.ship;
    };
    const shipLine = (ship: Awaited<ReturnType<typeof open>>, text: string) => {
      const from = ship.found ?? { position: 0, shipper: '', lasts: new Map<number, number>() };
      const line = { lines: Buffer.from(text), to: from.position + 10 };
      return ship.ship(
        from,
        (position) => Promise.resolve(position === from.position ? line : undefined),
        () => HEARTBEAT,
      );
    };
    for (const [turn, client] of [...CLIENTS, ...CLIENTS].entries()) {
      const ship = await open(client, `shipper-${turn}`);
      expect(ship.found?.position).toBe(turn === 0 ? undefined : turn * 10);
      expect(ship.found?.lasts.get(0)).toBe(turn === 0 ? undefined : turn * 10);
      await shipLine(ship, `line ${turn}`);
    }
    const frozen = await open('kafkajs', 'frozen');
    await open('platformatic', 'successor');
    await expect(shipLine(frozen, 'zombie')).rejects.toThrow(/epoch|fenced|newer producer/i);
    const late = await open('platformatic', 'late');
    await open('kafkajs', 'last');
    await expect(shipLine(late, 'zombie')).rejects.toThrow(/epoch|fenced|newer producer/i);
    const { committed } = await readTopic(kafka.brokers[0] ?? '', topic);
    expect(committed.map(({ value }) => String(value))).toEqual(['line 0', 'line 1', 'line 2', 'line 3']);
  });
});
