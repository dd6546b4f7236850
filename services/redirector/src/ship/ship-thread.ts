// The shipping thread. It reports in messages, and shares only the journal's files with the thread that answers.

import os from 'node:os';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { openStreamClient } from '@kurz/click-stream';
import { systemClock, type Log } from '@kurz/process';
import { makeOrphanDrain } from './drain-orphaned-journals';
import { makeThrottle } from './make-throttle';
import { makeShipper } from './make-shipper';
import { makeBacklogMeter } from './measure-backlog';
import type { FromThread, ThreadOptions, ToThread } from './thread-messages';

const REPORT_MS = 1_000;

const send = (message: FromThread) => parentPort?.postMessage(message);

const logTo = (level: keyof Log) => (fields: unknown) => {
  if (typeof fields === 'object' && fields !== null) send({ kind: 'log', level, fields });
};
// kafkajs logs much at this level, and each line would be a message
const log: Log = { debug: () => undefined, info: logTo('info'), warn: logTo('warn'), error: logTo('error') };

/**
 * Lowers the thread's priority on Linux, where niceness belongs to a thread; elsewhere it would slow down the answers
 * as well. A greater niceness of the process stays: to lower it takes a privilege. A failure is ignored.
 */
function stepBack(niceness: number): void {
  if (process.platform !== 'linux') return;
  try {
    if (niceness > os.getPriority(0)) os.setPriority(0, niceness);
  } catch (error) {
    log.warn({ event: 'shipping_priority_refused', niceness, err: error });
  }
}

function shipUntilClosed(options: ThreadOptions): void {
  const { directory, topic, lingerMs, firstPosition } = options;
  const journal = path.basename(directory);
  const kafka = openStreamClient(options.kafka, { log });
  const throttle = makeThrottle(options.visitsPerSecond);
  const passed = (position: number) => send({ kind: 'passed', position });
  const shipper = makeShipper(
    { kafka, log, throttle, passed },
    { directory, journal, topic, lingerMs, firstPosition, isDrain: false },
  );
  const orphans =
    options.root === undefined
      ? undefined
      : makeOrphanDrain({ kafka, log, throttle }, { root: options.root, topic, ownJournal: journal });
  const meter = makeBacklogMeter(directory, systemClock);

  const report = async () => {
    const backlog = await meter.measure(shipper.state.position ?? 0);
    const drainedVisits = orphans?.shippedVisits() ?? 0;
    send({ kind: 'report', report: { ...shipper.state, backlog, drainedVisits } });
  };
  const reportSoon = setInterval(() => {
    // a journal that cannot be read shows in the shipper's own report
    report().catch(() => undefined);
  }, REPORT_MS);

  parentPort?.on('message', ({ flushWithinMs }: ToThread) => {
    clearInterval(reportSoon);
    void Promise.all([shipper.close(flushWithinMs), orphans?.close()])
      .then(report)
      .catch(() => undefined)
      .then(() => send({ kind: 'closed' }));
  });
  void shipper.run();
  void orphans?.run();
}

// set by start-shipping-thread.ts, of the same build
const options = workerData as ThreadOptions;
stepBack(options.niceness);
shipUntilClosed(options);
