// How fresh an idle journal is reported to be. The journal is on the disk; the positions of its sinks are given.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  openJournalReader,
  openJournalWriter,
  type JournalReader,
  type JournalWriter,
} from '@kurz/click-journal';
import { makeMetrics, silentLog } from '@kurz/process';
import type { RunningConsumer } from '../consumer/run-consumer';
import { makeLivePartition } from '../source/journal/live-partition';
import { makeJournalMaintenance } from './journal-maintenance';

const BEGUN_AT = Date.parse('2026-11-28T00:00:00Z');

let directory: string;
let writer: JournalWriter;
let reader: JournalReader;
beforeEach(async () => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'kurz-maintenance-'));
  writer = await openJournalWriter({ directory }, { log: silentLog, metrics: makeMetrics() });
  reader = openJournalReader({ directory });
});
afterEach(async () => {
  await reader.close();
  await writer.close();
  rmSync(directory, { recursive: true, force: true });
});

function openMaintenance(counted: () => number) {
  const clock = { time: BEGUN_AT, now: () => clock.time };
  const idle: { position: number; now: number }[] = [];
  const unused = () => {
    throw new Error('not of an idle journal');
  };
  const consumer: RunningConsumer = { position: counted, ended: Promise.resolve() };
  const running = {
    source: makeLivePartition({ writer, reader }),
    consumers: { consolidate: consumer, hits: consumer, live: consumer },
  };
  const { tick } = makeJournalMaintenance({
    partitions: {
      all: () => [running],
      refresh: () => Promise.resolve(),
      finish: () => Promise.resolve(),
      ended: () => Promise.resolve(),
    },
    progress: {
      moved: unused,
      reached: unused,
      finished: unused,
      published: unused,
      isFinished: unused,
      idle: (_, position, now) => void idle.push({ position, now }),
    },
    seeds: { seed: unused, seedsFrom: () => undefined },
    clock,
  });
  return { clock, idle, tick };
}

it('is fresh now when everything is counted', async () => {
  const { idle, tick } = openMaintenance(() => writer.end());
  await tick();
  expect(idle).toEqual([{ position: 0, now: BEGUN_AT }]);
});

it('is not fresh beyond a visit that was answered in the same turn, where that turn stood still for seconds', async () => {
  const { clock, idle, tick } = openMaintenance(() => 0);
  writer.append(`1\t${clock.now()}\tvisit`, () => undefined);
  clock.time += 5_000;
  await tick();
  expect(idle).toEqual([]);
  expect(writer.end()).toBeGreaterThan(0);
});
