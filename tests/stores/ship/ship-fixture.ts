// Journals, writers and shippers over one Kafka for tests, with the shippers' logs. `close` closes everything opened.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { SharedKafka } from '@kurz/backends';
import { openJournalWriter, type JournalWriter } from '@kurz/click-journal';
import { ensureTopics, openStreamClient, type KafkaOptions } from '@kurz/click-stream';
import { makeMetrics, silentLog, type Log } from '@kurz/process';
import { partitionOf } from '../../../libs/click-stream/src/ship/partition-of';
import { TESTED } from '../../tested-client';
import { makeShipper, type Shipper, type ShipperDeps, type ShipperSettings } from '@kurz/redirector';

const HOUR_MS = 3_600_000;

export type LoggedEvent = { event: string } & Record<string, unknown>;

export function makeEventLog(): { log: Log; events: LoggedEvent[] } {
  const events: LoggedEvent[] = [];
  const note = (fields: unknown) => {
    if (typeof fields === 'object' && fields !== null && 'event' in fields) {
      events.push({ ...fields, event: String(fields.event) });
    }
  };
  return { log: { debug: () => undefined, info: note, warn: note, error: note }, events };
}

export async function makeTopic(brokers: string[], topic: string, partitions = 3): Promise<void> {
  const settings = { topic, deadTopic: `${topic}.dead`, partitions, replication: 1, retentionMs: HOUR_MS };
  await ensureTopics({ brokers, clientId: 'test', client: TESTED }, settings);
}

/** The id of a journal whose first visits belong to another partition than the topic's first. */
export function journalBeside({ own }: Pick<SharedKafka, 'own'>, name: string, partitions: number): string {
  for (let nth = 0; ; nth++) {
    const id = own(`${name}-${nth}`);
    if (partitionOf(id, 0, partitions) > 0) return id;
  }
}

/** Lines as long as a visit's, each different; the second field is a time. */
export const visitLines = (count: number, first = 0) =>
  Array.from(
    { length: count },
    (_, index) =>
      `1\t${Date.now()}\tws_a\tlnk_${first + index}\t0\tGET\t\tMozilla/5.0 (X11; Linux x86_64) Chrome/140 é\texample.org\tde\t203.0.113.0`,
  );

export const append = (writer: JournalWriter, lines: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    let waiting = lines.length;
    for (const line of lines) writer.append(line, () => --waiting === 0 && resolve());
  });

type ShipperParts = Partial<
  Pick<ShipperDeps, 'passed' | 'throttle'> & Pick<ShipperSettings, 'heartbeatMs' | 'firstPosition'>
>;

export function makeShipFixture() {
  const root = mkdtempSync(path.join(os.tmpdir(), 'kurz-ship-'));
  const closes: (() => Promise<unknown>)[] = [];

  const openWriter = async (
    id: string,
    segmentBytes = 1024 * 1024,
    rollAfterMs?: number,
  ): Promise<JournalWriter> => {
    const options = { directory: path.join(root, id), segmentBytes, rollAfterMs };
    const writer = await openJournalWriter(options, { log: silentLog, metrics: makeMetrics() });
    closes.push(() => writer.close().catch(() => undefined));
    return writer;
  };

  const startShipper = (
    id: string,
    kafka: KafkaOptions,
    topic: string,
    { passed = () => undefined, throttle, heartbeatMs, firstPosition }: ShipperParts = {},
  ) => {
    const { log, events } = makeEventLog();
    const deps = { kafka: openStreamClient({ client: TESTED, ...kafka }, { log }), log, passed, throttle };
    const directory = path.join(root, id);
    const shipper = makeShipper(deps, {
      directory,
      journal: id,
      topic,
      lingerMs: 20,
      heartbeatMs,
      firstPosition,
      isDrain: false,
    });
    const ended = shipper.run();
    closes.push(async () => {
      await shipper.close(0);
      // otherwise its requests to Kafka would outlive the test file
      await ended;
    });
    return { ...shipper, events, ended };
  };

  const close = async () => {
    for (const each of closes.reverse()) await each();
    rmSync(root, { recursive: true, force: true });
  };

  return { root, openWriter, startShipper, close };
}

export type RunningShipper = Shipper & { events: LoggedEvent[] };
