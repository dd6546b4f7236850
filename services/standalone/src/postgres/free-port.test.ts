import { fork, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CLAIM_BELOW, freePort } from './free-port';

/** Two ports, the end excluded, that nothing else draws. */
const RANGE = [19_871, 19_873] as const;

let folder: string;
let other: ChildProcess | undefined;
beforeAll(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-free-port-'))));
afterEach(() => other?.kill('SIGKILL'));
afterAll(() => rm(folder, { recursive: true }));

/** Another process that has drawn the port, and does not listen on it yet. */
async function drawElsewhere(port: number): Promise<ChildProcess> {
  const file = path.join(folder, 'draw.js');
  await writeFile(
    file,
    `require('node:dgram').createSocket('udp4')
       .bind({ port: ${port - CLAIM_BELOW}, address: '127.0.0.1', exclusive: true }, () => process.send('drawn'));`,
  );
  other = fork(file, { execArgv: [] });
  await once(other, 'message');
  return other;
}

it('gives a port to one process only, until that one is killed', async () => {
  const first = await drawElsewhere(RANGE[0]);
  expect(await freePort(RANGE)).toBe(RANGE[0] + 1);
  await expect(freePort(RANGE)).rejects.toThrow('no free port');
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(await freePort(RANGE)).toBe(RANGE[0]);
});

it('leaves the port of UDP to the server', async () => {
  const server = createSocket('udp4').bind({ port: await freePort(), exclusive: true });
  await once(server, 'listening');
  server.close();
});
