// Simulates a redirector worker: its main thread makes answers at a steady rate, while the journal is shipped beside
// it. Prints one JSON object.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { makeMetrics, silentLog } from '@kurz/process';
import { startShippingThread } from '@kurz/redirector';

const ANSWER_US = 14;
const QUIET_MS = 6_000;
const { mode, load, directory, visits, topic, broker } = JSON.parse(process.argv[2]);
const OWN_PROCESS = path.join(path.dirname(fileURLToPath(import.meta.url)), 'ship-in-process.mjs');

/** CPU time of the main thread only, µs. */
function mainThreadCpu() {
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ');
  return Number(nanoseconds) / 1_000;
}

const allThreadsCpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Spends the CPU time of each millisecond's answers, and records how late it begins. */
function answer(perSecond) {
  const lateness = [];
  const started = performance.now();
  let due = 0;
  let isOver = false;
  const tick = () => {
    if (isOver) return;
    const now = performance.now() - started;
    for (; due <= now; due += 1) {
      lateness.push(performance.now() - started - due);
      const until = performance.now() + (perSecond * ANSWER_US) / 1e6;
      while (perSecond > 0 && performance.now() < until);
    }
    setTimeout(tick, 1);
  };
  tick();
  return () => {
    isOver = true;
    lateness.sort((a, b) => a - b);
    return {
      p50: lateness[Math.floor(lateness.length * 0.5)],
      p99: lateness[Math.floor(lateness.length * 0.99)],
    };
  };
}

async function shipInThread() {
  const thread = startShippingThread(
    // without a rate limit, because the maximum is measured
    { directory, kafka: { brokers: [broker], clientId: 'bench' }, topic, visitsPerSecond: Infinity },
    { log: silentLog, metrics: makeMetrics(), passed: () => undefined },
  );
  const cpu = () => allThreadsCpu() - mainThreadCpu();
  while (!(thread.report()?.shippedVisits > 0)) await new Promise((resolve) => setTimeout(resolve, 10));
  const from = { visits: thread.report().shippedVisits, cpu: cpu(), at: performance.now() };
  while (thread.report().shippedVisits < visits) await new Promise((resolve) => setTimeout(resolve, 10));
  const shipped = visits - from.visits;
  const result = {
    visitsPerSecond: shipped / ((performance.now() - from.at) / 1_000),
    cpuPerVisit: (cpu() - from.cpu) / shipped,
  };
  await thread.close(0);
  return result;
}

async function shipInProcess() {
  const child = fork(OWN_PROCESS, [process.argv[2]]);
  const [result] = await once(child, 'message');
  child.kill('SIGKILL');
  return result;
}

const ends = answer(load);
let result = {};
if (mode === 'thread') result = await shipInThread();
else if (mode === 'process') result = await shipInProcess();
else await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
console.log(JSON.stringify({ ...result, ...ends() }));
