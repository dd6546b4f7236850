// Faults in the stack's addresses are reported before any of its parts is started.

import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { newPlace, spawnStack } from './start-stack-process';

let place: Awaited<ReturnType<typeof newPlace>>;
beforeEach(async () => (place = await newPlace()));
afterEach(() => rmSync(path.dirname(place.dataDirectory), { recursive: true, force: true }));

test('a host that is none of this machine', async () => {
  const { code, stdout, stderr } = await spawnStack({ ...place, host: '203.0.113.7' }).finished;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe('kurz: 203.0.113.7 is not an address of this machine; see KURZ_HOST.\n');
  expect(existsSync(place.dataDirectory)).toBe(false);
});

// macOS has 127.0.0.1 alone
const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('a port that another program has on the host (needs Linux)', async () => {
  const host = '127.0.0.2';
  const other = createServer().listen(place.apiPort, host);
  await once(other, 'listening');
  const { code, stdout, stderr } = await spawnStack({ ...place, host }).finished;
  other.close();
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`port ${place.apiPort} on ${host} is taken by another program`);
  expect(stderr).toContain('KURZ_API_PORT');
});
