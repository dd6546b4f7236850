// The one case in which answered visits are not counted: the redirector's journal has no room. Every visit is answered
// all the same. A metric counts each lost visit, and the log names the heading of the runbook.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startKafka } from '@kurz/backends';
import { openRedirectorWorld, type RedirectorWorld } from '../flow/redirector-world';
import { TESTED_ENV } from '../tested-client';
import { until } from '../until';
import { committedChunks } from '../stores/ship/committed-chunks';
import { makeTopic } from '../stores/ship/ship-fixture';
import { journalLinesIn, runbookAskedFor, startJournalVisitors } from './journal-visitors';
import { mountSmallDisk, whyNoSmallDisk } from './small-disk';

const MIB = 1024 ** 2;
const TOPIC = 'kurz.clicks';
const RUNBOOK = 'The journal drops visits';
const DROPPED = /^kurz_journal_dropped_visits_total\{reason="disk_full"\} (\d+)$/m;

const whyNot = whyNoSmallDisk();
if (whyNot !== undefined) console.log(`skipped: a redirector on a full disk, because ${whyNot}`);
const maybe = whyNot === undefined ? it : it.skip;

let world: RedirectorWorld;
beforeAll(async () => {
  world = await openRedirectorWorld(['abc']);
});
afterAll(() => world.close());

const times = (text: string, what: string) => text.split(what).length - 1;

maybe(
  'On a full disk every visit is answered, the lost ones are counted, and writing resumes within 5 s of room',
  async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-disk-full-'));
    const mount = path.join(folder, 'disk');
    mkdirSync(mount);
    const disk = await mountSmallDisk(mount, 32 * MIB);
    try {
      const redirector = await world.start({ KURZ_JOURNAL_DIR: disk.folder, KURZ_WORKERS: '2' });
      const visitors = startJournalVisitors(redirector.port);
      await sleep(500);
      disk.fill();
      await until(() => times(redirector.log(), '"event":"journal_dropping"') >= 2, {
        what: 'both workers say so',
      });
      await sleep(1_000);
      const droppedWhileFull = (await redirector.metric(DROPPED)) ?? 0;
      disk.makeRoom();
      await until(() => times(redirector.log(), '"event":"journal_recovered"') >= 2, {
        what: 'both workers write again',
      });
      await sleep(500);
      const outcomes = await visitors.end();
      const answered = outcomes['302'] ?? 0;
      expect(outcomes).toEqual({ 302: answered });
      const dropped = (await redirector.metric(DROPPED)) ?? 0;
      expect(droppedWhileFull).toBeGreaterThan(0);
      expect(runbookAskedFor(redirector.log(), 'journal_dropping')).toBe(RUNBOOK);
      expect((await redirector.stop()).code).toBe(0);
      const written = await journalLinesIn(disk.folder);
      console.log(`${answered} answered, ${dropped} dropped, ${written} written`);
      expect(written).toBeGreaterThan(0);
      expect(written + dropped).toBe(answered);
    } finally {
      await disk.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

it('At the limit of its journal it does the same, until Kafka is back and has all that was not lost, once', async () => {
  const kafka = await startKafka();
  try {
    await makeTopic(kafka.brokers, TOPIC);
    const redirector = await world.start({
      KURZ_JOURNAL_MAX_BYTES: String(MIB),
      KURZ_KAFKA_BROKERS: kafka.brokers.join(','),
      ...TESTED_ENV,
    });
    await kafka.kill();
    const visitors = startJournalVisitors(redirector.port);
    await until(() => redirector.log().includes('"event":"journal_dropping"'), {
      what: 'it says so',
    });
    await sleep(1_000);
    await kafka.restart();
    await until(() => redirector.log().includes('"event":"journal_recovered"'), {
      what: 'it writes again',
    });
    const outcomes = await visitors.end();
    const answered = outcomes['302'] ?? 0;
    expect(outcomes).toEqual({ 302: answered });
    const dropped = (await redirector.metric(DROPPED)) ?? 0;
    expect(dropped).toBeGreaterThan(0);
    expect(runbookAskedFor(redirector.log(), 'journal_dropping')).toBe(RUNBOOK);
    const shipped = async () =>
      (await committedChunks(kafka.brokers, TOPIC)).flatMap(({ lines }) => lines).length;
    await until(async () => (await shipped()) >= answered - dropped, { what: 'all is shipped' });
    expect((await redirector.stop()).code).toBe(0);
    console.log(`${answered} answered, ${dropped} dropped, ${await shipped()} shipped`);
    expect(await shipped()).toBe(answered - dropped);
  } finally {
    await kafka.close();
  }
});
