// The whole embedded product in this process: redirector, API, ingester and both stores. Its API makes the one link,
// and its ingester counts the visits during the run.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeMetrics, silentLog, systemClock } from '@kurz/process';
import { readStandaloneSettings, startStandalone } from '@kurz/standalone';
import { freePort } from '../../free-port.mjs';
import { linkOf } from '../links.mjs';
import { answerBench } from './parts/answer-bench.mjs';
import { figuresIn } from './parts/figures-in.mjs';

const HOT = 7;
const SETTLE_MS = 120_000;
const LOOK_MS = 250;
const { hasFastPath } = JSON.parse(process.argv[2]);
const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-bench-embedded-'));
const port = await freePort();
const metrics = makeMetrics();
const settings = readStandaloneSettings({
  KURZ_PORT: String(port),
  KURZ_DATA_DIR: folder,
  KURZ_FAST_PATH: String(hasFastPath),
});
const standalone = await startStandalone(
  { clock: systemClock, log: silentLog, metrics, say: () => {} },
  settings,
);
const { secret: token } = standalone.firstStart;
const { slug, entry } = linkOf(HOT);
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
const api = `http://127.0.0.1:${port}/v1/urls`;
const answer = await fetch(api, {
  method: 'POST',
  headers,
  body: JSON.stringify({ url: entry.location, slug }),
});
if (!answer.ok) throw new Error(`POST /urls answered ${answer.status}`);

const hits = async () => (await (await fetch(`${api}/${slug}`, { headers })).json()).url.hits;
const redirects = async () => figuresIn(await metrics.text());

/** Waits until every answered redirect is counted, so that no round does the work of another. */
async function settle() {
  for (const end = Date.now() + SETTLE_MS; Date.now() < end; await sleep(LOOK_MS))
    if ((await hits()) >= (await redirects()).redirects) break;
  return {};
}

process.on('disconnect', () => process.exit(0));
answerBench(port, {
  usage: () => {
    const { user, system } = process.cpuUsage();
    return { cpuMicros: user + system, rss: process.memoryUsage.rss() };
  },
  settle,
  check: async () => {
    await settle();
    return { ...(await redirects()), visits: await hits() };
  },
  close: async () => {
    await standalone.close();
    await rm(folder, { recursive: true, force: true });
  },
});
