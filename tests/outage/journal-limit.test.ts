// The one case in which visits are not counted: the journal has no room. Redirects go on, the log and a metric say how
// many visits are dropped, and the sums are the answered visits without the dropped ones. PostgreSQL is frozen
// meanwhile, so that no counted visits are removed to make room.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@kurz/backends';
import { sumOfMetric } from '../flow/sum-of-metric';
import {
  removeDataFolder,
  startStandalone,
  type Environment,
  type RunningStandalone,
} from '../flow/start-standalone';
import { HIGH_LIMIT_PLANS } from '../high-limit-plans';
import { makeApiClient } from './api-client';
import { VISITORS, type AskedVisit } from './asked-visit';
import { embeddedPostgresProcess, type EmbeddedPostgresProcess } from './embedded-postgres-process';
import { readProductLog, type ProductLog } from './product-log';
import { openSmallDisk, whyNoSmallDisk, type SmallDisk } from './small-disk';
import { makeVisitLedger, type VisitLedger } from './visit-ledger';
import { startVisitors } from './visitors';

const MIB = 1024 ** 2;
const SLUG = 'popular';

const whyNot = whyNoSmallDisk();
if (whyNot !== undefined) console.log(`skipped: a full disk, because ${whyNot}`);
const maybe = whyNot === undefined ? it : it.skip;

let folder: string;
let kurz: RunningStandalone | undefined;
let disk: SmallDisk | undefined;
let postgres: EmbeddedPostgresProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-journal-limit-'));
});
afterEach(async () => {
  try {
    postgres?.thaw();
  } finally {
    await kurz?.stop();
    await removeDataFolder(path.join(folder, 'data'));
    await disk?.close();
    rmSync(folder, { recursive: true, force: true });
    kurz = disk = postgres = undefined;
  }
});

type Scene = {
  api: ReturnType<typeof makeApiClient>;
  ledger: VisitLedger;
  log: ProductLog;
  /** The number of visits so far that were answered but will not be counted. */
  dropped: () => Promise<number>;
  postgres: EmbeddedPostgresProcess;
  /** Visitors send requests until the promise settles. */
  visitUntil: (enough: Promise<unknown>) => Promise<void>;
};

/** All visits are alike and come one after the other: their lines have one length, so that either each fits or none. */
async function startProduct(environment: Environment, isNew = false): Promise<Scene> {
  const opsPort = await freePort();
  kurz = await startStandalone({
    isNew,
    dataDirectory: path.join(folder, 'data'),
    environment: { ...HIGH_LIMIT_PLANS, KURZ_OPS_PORT: String(opsPort), ...environment },
  });
  postgres = embeddedPostgresProcess(kurz.dataDirectory);
  const log = readProductLog(kurz.process);
  const api = makeApiClient(kurz);
  await api.makeLinks([SLUG]);
  const ledger = makeVisitLedger();
  const [visitor] = VISITORS;
  if (!visitor) throw new Error('there is no visitor');
  const visit: AskedVisit = { slug: SLUG, isScan: false, isBot: false, visitor, referrer: '' };
  const settings = { port: kurz.port, connections: 1, mayBeStarting: false };
  const visitUntil = async (enough: Promise<unknown>) => {
    const visitors = startVisitors({ ledger, next: () => visit }, settings);
    try {
      await enough;
    } finally {
      await visitors.stop();
    }
  };
  const dropped = () => sumOfMetric(`http://127.0.0.1:${opsPort}`, 'kurz_journal_dropped_visits_total');
  return { api, ledger, log, dropped, postgres, visitUntil };
}

/** How often the hits must be seen unchanged: a consumer that waited for PostgreSQL may take seconds to try again. */
const UNCHANGED = 4;

/** Waits until all visits in the journal are counted, and segments that are no longer needed are removed. */
async function settle({ api }: Scene): Promise<void> {
  let before = -1;
  for (let unchanged = 0; unchanged < UNCHANGED; await sleep(1_500)) {
    const { hits } = await api.figures(SLUG);
    unchanged = hits === before ? unchanged + 1 : 0;
    before = hits;
  }
}

/** The log reports dropped visits with the first write after this interval. */
const LOG_INTERVAL_MS = 10_000;

/** After the log's interval visits are counted again. All others are too, except those that log and metric report. */
async function expectAllCountedButDropped(scene: Scene): Promise<void> {
  const { api, ledger, log } = scene;
  const dropped = await scene.dropped();
  expect(dropped).toBeGreaterThan(0);
  await Promise.all([settle(scene), sleep(LOG_INTERVAL_MS)]);
  // few enough visits for the room beside the newest segment, which is never removed
  await scene.visitUntil(sleep(50));
  await settle(scene);
  expect(await scene.dropped()).toBe(dropped);
  expect(log.events('journal_recovered').reduce((sum, event) => sum + event.dropped, 0)).toBe(dropped);
  const { answered, unknown } = ledger.totals();
  const figures = await api.figures(SLUG);
  console.log(`${answered} answered, ${dropped} dropped, ${figures.hits} counted`);
  expect(ledger.wrongs()).toEqual([]);
  expect(unknown).toBe(0);
  const should = answered - dropped;
  expect(figures).toMatchObject({ hits: should, sums: { requests: should, human: should, hourly: should } });
}

describe('a journal without room', () => {
  it('at its limit drops the newest visits, says how many, and counts again when there is room', async () => {
    const scene = await startProduct({ KURZ_JOURNAL_MAX_BYTES: String(MIB) });
    await scene.visitUntil(sleep(300));
    await settle(scene);
    scene.postgres.freeze();
    await scene.visitUntil(scene.log.until('journal_dropping', 1).then(() => sleep(500)));
    scene.postgres.thaw();
    await expectAllCountedButDropped(scene);
  });

  maybe('because the disk is full does the same', async () => {
    mkdirSync(path.join(folder, 'disk'));
    mkdirSync(path.join(folder, 'data'), { mode: 0o711 });
    disk = await openSmallDisk(path.join(folder, 'disk'), 2 * MIB);
    symlinkSync(disk.folder, path.join(folder, 'data', 'journal'));
    // the folder is there already, with the disk in it
    const scene = await startProduct({}, true);
    await scene.visitUntil(sleep(300));
    scene.postgres.freeze();
    disk.fill();
    await scene.visitUntil(scene.log.until('journal_dropping', 1).then(() => sleep(500)));
    disk.makeRoom();
    await scene.visitUntil(scene.log.until('journal_recovered', 1).then(() => sleep(300)));
    scene.postgres.thaw();
    await expectAllCountedButDropped(scene);
  });
});
