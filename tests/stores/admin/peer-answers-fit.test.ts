// Another shortener's answers that are short as text and large in memory do not kill the process that reads them.

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** As many bytes as the web app's imports accept. */
const BYTES = 8 * 1024 ** 2;
/** A process in a pod of 512 MB has twice this heap, also for its other work. */
const HEAP = '--max-old-space-size=128';
const READER = join(__dirname, 'read-answer.cjs');

async function readBySmallProcess(body: string): Promise<string> {
  const server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { stdout } = await promisify(execFile)(process.execPath, [HEAP, READER, url]);
    return stdout;
  } finally {
    server.close();
  }
}

const filled = (part: string) => part.repeat(Math.floor((BYTES - 8) / part.length));

test.each([
  ['of lists within lists', `${'['.repeat(BYTES / 2)}${']'.repeat(BYTES / 2)}`],
  ['of empty things', `[${filled('{},')}{}]`],
  ['of many names', `{${filled('"a":0,')}"z":0}`],
])('an answer %s is refused', async (_, body) => {
  expect(await readBySmallProcess(body)).toBe('strange: answers with more than 500000 values');
});

test.each([
  ['of as many values as may be', `[${'0,'.repeat(499_999)}0]`],
  ['with a long text of brackets, commas and quotes', `["${filled('[,{:\\"')}"]`],
])('an answer %s is read', async (_, body) => {
  expect(await readBySmallProcess(body)).toBe('read');
});
