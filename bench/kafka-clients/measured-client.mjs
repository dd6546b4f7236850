// Ships or reads a number of visits by the product's own code with the given client, and sends its parent the cost,
// from the second transaction or the first session on.

/* global AbortController */

import { performance } from 'node:perf_hooks';
import { encodeVisit } from '@kurz/click-event';
import { openJournalShip, openStreamClient, openStreamOffsets, openStreamReader } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { makeVisits } from '../ingester/make-visits.mjs';

const { what, client, topic, broker, visits } = JSON.parse(process.argv[2]);
/** Like a redirector's backlog: messages of half a MiB, 16 of them in a transaction. */
const LINES = 2_700;
const MESSAGES = 16;
const DIFFERENT = 40;
const WARM_UP = 10 * MESSAGES;
const MIB = 1024 * 1024;

const kafka = openStreamClient({ brokers: [broker], clientId: 'bench', client }, { log: silentLog });
const messages = Math.ceil(visits / LINES);
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

function startMeter() {
  const from = { cpu: cpu(), at: performance.now() };
  return (count) =>
    process.send({
      visitsPerSecond: (count * LINES) / ((performance.now() - from.at) / 1_000),
      cpuPerVisit: (cpu() - from.cpu) / (count * LINES),
      megabytes: process.memoryUsage.rss() / MIB,
    });
}

function makeMessages() {
  const visitOf = makeVisits({ links: 100_000, end: Date.now() }, 5);
  const line = () => encodeVisit({ ...visitOf(), time: Date.now() });
  return Array.from({ length: DIFFERENT }, () =>
    Buffer.from(Array.from({ length: LINES }, line).join('\n'), 'latin1'),
  );
}

async function ship() {
  const made = makeMessages();
  const opened = await openJournalShip(
    kafka,
    { topic, journal: `journal-${topic}`, shipper: 'bench' },
    undefined,
  );
  let reached = { position: 0, shipper: '', lasts: new Map() };
  let sent = 0;
  const shipSome = async (count) => {
    let left = count;
    const next = async (position) => {
      if (left-- === 0) return undefined;
      const lines = made[sent++ % DIFFERENT];
      return { lines, to: position + lines.length + 1 };
    };
    reached = await opened.ship.ship(reached, next, () => ({ until: 1, at: 1, isAtRest: false }));
  };
  for (let warm = 0; warm < WARM_UP; warm += MESSAGES) await shipSome(MESSAGES);
  const tell = startMeter();
  for (let done = 0; done < messages; done += MESSAGES) await shipSome(Math.min(MESSAGES, messages - done));
  tell(messages);
}

function read() {
  const never = new AbortController().signal;
  const offsets = openStreamOffsets({ kafka }, { topic });
  let tell;
  let seen = 0;
  const readAll = async (session) => {
    tell ??= startMeter();
    for (let at = 0; seen < messages; await session.waitBeyond(at, never)) {
      const found = await session.messagesFrom(at);
      seen += found.length;
      at = Math.max(at, session.reached() ?? 0);
      session.passed(at);
    }
    tell(seen);
  };
  const onSession = (session) => void readAll(session);
  openStreamReader(
    { kafka, offsets, log: silentLog, onSession },
    { topic, groupId: `bench-${process.pid}`, sessionTimeoutMs: 10_000 },
  );
}

if (what === 'ship') await ship();
else read();
