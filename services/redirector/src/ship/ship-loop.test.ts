// The loop over a journal on the disk; Kafka is a list of what it took.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openJournalChunkReader, openJournalWriter, type JournalWriter } from '@kurz/click-journal';
import type { JournalHeartbeat, JournalProgress, JournalShip } from '@kurz/click-stream';
import { makeMetrics, silentLog, systemClock } from '@kurz/process';
import { unpaced } from './make-throttle';
import { makeShipLoop } from './ship-loop';
import { makeShipReport } from './ship-report';
import { makeShippedMarker } from './shipped-marker';
import { makeTransactionBatcher } from './transaction-batcher';

const BEGIN: JournalProgress = { position: 0, shipper: 'a', lasts: new Map() };

let directory: string;
let journal: JournalWriter;
beforeEach(async () => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'kurz-ship-loop-'));
  journal = await openJournalWriter({ directory }, { log: silentLog, metrics: makeMetrics() });
});
afterEach(async () => {
  await journal.close();
  rmSync(directory, { recursive: true, force: true });
});

function kafkaOf() {
  const committed: { lines: string[]; heartbeat: JournalHeartbeat }[] = [];
  const ship: JournalShip['ship'] = async (from, next, heartbeat) => {
    const lines: string[] = [];
    let { position } = from;
    for (let given = await next(position); given; given = await next(position)) {
      lines.push(...given.lines.toString('latin1').split('\n'));
      position = given.to;
    }
    const said = heartbeat();
    committed.push({ lines, heartbeat: said });
    return { ...BEGIN, position, heartbeat: said };
  };
  const isCurrent = () => Promise.resolve(true);
  return { committed, ship: { found: undefined, ship, isCurrent, close: () => Promise.resolve() } };
}

const append = (line: string) => new Promise<void>((resolve) => journal.append(line, resolve));

it('ships what was written between its last look into the journal and its end', async () => {
  const closing = new AbortController();
  const onDisk = openJournalChunkReader({ directory, maxBytes: 1_024 });
  let looks = 0;
  const reader: typeof onDisk = {
    ...onDisk,
    // the thread that ships sleeps after its first look, while the other one writes a visit and ends
    read: async (...given) => {
      const found = await onDisk.read(...given);
      if (++looks > 1) return found;
      await append('1\t0\tvisit\tlnk');
      closing.abort();
      return found;
    },
  };
  const { committed, ship } = kafkaOf();
  const loop = makeShipLoop(
    {
      reader,
      batcher: makeTransactionBatcher(reader, systemClock, unpaced),
      marker: makeShippedMarker(directory),
      report: makeShipReport({ log: silentLog }, { journal: 'a', directory }),
      clock: systemClock,
      passed: () => undefined,
      rest: () => Promise.resolve(),
    },
    {
      lingerMs: 0,
      heartbeatMs: 60_000,
      isDrain: false,
      closing: closing.signal,
      giveUp: new AbortController().signal,
    },
  );
  expect(await loop.shipOn(ship, BEGIN)).toEqual({ kind: 'closed' });
  await onDisk.close();
  expect(committed.flatMap(({ lines }) => lines)).toEqual(['1\t0\tvisit\tlnk']);
  expect(committed.map(({ heartbeat }) => heartbeat.isAtRest)).toEqual([false, false, false, true]);
});

it('takes back what it has said by a clock that was ahead', async () => {
  const closing = new AbortController();
  const reader = openJournalChunkReader({ directory, maxBytes: 1_024 });
  const AHEAD = Date.parse('2026-03-16');
  const RIGHT = Date.parse('2026-03-15');
  let now = AHEAD;
  const clock = { now: () => now };
  const rest = () => {
    if (now === RIGHT) closing.abort();
    now = RIGHT;
    return Promise.resolve();
  };
  const { committed, ship } = kafkaOf();
  const loop = makeShipLoop(
    {
      ...{ reader, clock, rest, passed: () => undefined },
      batcher: makeTransactionBatcher(reader, clock, unpaced),
      marker: makeShippedMarker(directory),
      report: makeShipReport({ log: silentLog }, { journal: 'a', directory }),
    },
    {
      lingerMs: 0,
      // a heartbeat each time that the journal has nothing more
      heartbeatMs: -1,
      isDrain: false,
      closing: closing.signal,
      giveUp: new AbortController().signal,
    },
  );
  await loop.shipOn(ship, BEGIN);
  // and with the heartbeat of an earlier start
  now = RIGHT;
  await loop.shipOn(ship, { ...BEGIN, heartbeat: { until: AHEAD, at: AHEAD, isAtRest: false } });
  await reader.close();
  const said = committed.map(({ heartbeat }) => heartbeat.until);
  expect(said).toEqual([0, AHEAD - 1_000, RIGHT - 1_000, RIGHT - 1_000, 0, RIGHT - 1_000]);
});
