// A Kafka node runs in any data folder and with any locale.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort, startNativeKafka } from '@kurz/stack';

const STOP_MS = 60_000;

let folder: string;
const { LC_ALL } = process.env;
beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-stack-kafka-'))));
afterEach(async () => {
  if (LC_ALL === undefined) delete process.env['LC_ALL'];
  else process.env['LC_ALL'] = LC_ALL;
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ['C', 'Kürzel 😀, 2026'],
  ['tr_TR.UTF-8', String.raw`back\slash $HOME 'a' "b" #1 %20`],
])('with the locale %s in a folder named %s', async (locale, name) => {
  process.env['LC_ALL'] = locale;
  const directory = path.join(folder, name);
  await mkdir(directory);
  const ports = { clients: await freePort(), internal: await freePort(), controller: await freePort() };
  const node = { directory, ports, advertisedPort: ports.clients };
  const run = async () => {
    const server = await startNativeKafka(node);
    await server.stop(STOP_MS);
    await server.ended;
  };
  await run();
  // the second run finds the data of the first
  await run();
});
