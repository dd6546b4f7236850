// Each curl command of the documentation, pasted into a shell unchanged, does what its operation promises.

import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { follow } from '../../services/api/src/openapi/follow';
import { operations } from '../../services/api/src/openapi/operations';
import { expectDescribed } from './openapi/described-answer';
import { startApi, type TestApi } from './start-api';

/** Where `npm start` listens. */
const TOUR_ADDRESS = 'http://localhost:3000';
const ROOT = path.join(__dirname, '..', '..');
const text = readFileSync(path.join(ROOT, 'docs', 'api.md'), 'utf8');
const commands = [
  ...text.matchAll(/^`([A-Z]+) \/v1(\/\S+)`\n[^`]*(?:`[^`]+`[^`]*)*?```sh\n(curl [^`]+)```/gm),
].map(([, method = '', at = '', command = '']) => ({ title: `${method} ${at}`, method, at, command }));

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const testCurl = hasCurl ? test : test.skip;
if (!hasCurl) process.stderr.write('skipped: the commands of the documentation, because there is no curl\n');

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-curl-'));
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  // the answer's head comes before its body, without a change to the command
  writeFileSync(path.join(folder, '.curlrc'), 'silent\ninclude\nnoproxy = "*"\n');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await api.close();
});

async function runInShell(command: string, token = api.token) {
  const env = {
    ...{ PATH: process.env['PATH'], CURL_HOME: folder, HOME: folder },
    ...{ KURZ: new URL(api.baseUrl).origin, TOKEN: token },
  };
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env, encoding: 'utf8' });
  const end = stdout.indexOf('\r\n\r\n');
  const [statusLine = '', ...fields] = stdout.slice(0, end).split('\r\n');
  const headers = new Headers(
    fields.map((field): [string, string] => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon), field.slice(colon + 1).trim()];
    }),
  );
  const body: unknown = JSON.parse(stdout.slice(end + 4));
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}

test('each operation has a command to copy', () => {
  const titles = operations().map(({ method, path: at }) => `${method.toUpperCase()} ${at}`);
  expect(commands.map(({ title }) => title).sort()).toEqual(titles.sort());
});

testCurl.each(commands)(
  'the command of $title is answered as the file says',
  async ({ method, at, command }) => {
    for (const slug of ['spring-sale', 'spring']) await api.fetchJson('DELETE', `/urls/${slug}`);
    if (at.includes('{slug}') || at.includes('{tag}')) {
      const body = { url: 'https://shop.example/', slug: 'spring-sale', tags: ['Spring'] };
      await api.fetchJson('POST', '/urls', { body });
    }
    const answered = await runInShell(command);
    expectDescribed('/v1', method, at, answered);
    const operation = operations().find((one) => one.path === at && one.method === method.toLowerCase());
    const promised = Object.keys(follow(operation?.node['responses'])).filter((status) =>
      status.startsWith('2'),
    );
    expect(promised).toContain(String(answered.status));
  },
);

testCurl('the commands of the README make a link and read its stats', async () => {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const tour = readme.match(/^curl (?:[^\n]*\\\n)*[^\n]*/gm) ?? [];
  const answers = [];
  for (const command of tour) answers.push(await runInShell(command.replaceAll(TOUR_ADDRESS, '$KURZ')));
  expect(answers).toMatchObject([
    { status: 201, body: { url: { slug: 'hello' } } },
    { status: 200, body: { stats: { slug: 'hello' } } },
  ]);
});

testCurl('a batch of the command makes all of its links', async () => {
  await api.fetchJson('DELETE', '/urls/spring');
  const { command } = commands.find(({ title }) => title === 'POST /urls/batch') ?? { command: '' };
  expect((await runInShell(command)).body).toMatchObject({ created: 2, failed: 0 });
});

testCurl('a command without a usable token is answered 401', async () => {
  const { command } = commands.find(({ title }) => title === 'GET /usage') ?? { command: '' };
  expect(await runInShell(command, 'kz_ws_none')).toMatchObject({
    status: 401,
    body: { code: 'UNAUTHORIZED' },
  });
});

test('the example of an error in the guide is what the API answers', async () => {
  const [, example = ''] = /^## Errors\n[^#]*?```json\n([^`]+)```/m.exec(text) ?? [];
  const { body } = await api.fetchJson('GET', '/urls?limit=101');
  expect(body).toEqual(JSON.parse(example));
});
