// Clients generated from the OpenAPI files, in TypeScript and in Python, do an integration's work against a real API.
// The Python one is skipped when Python or the package cannot be had.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { builtInPlans } from '@kurz/api';
import { openapiDocument } from '../../services/api/src/openapi/openapi-document';
import { startApi, type TestApi } from './start-api';

const CLIENTS = path.join(__dirname, '..', 'clients');
const PYTHON = path.join(CLIENTS, 'run-python.mjs');

const installed = spawnSync(process.execPath, [PYTHON, '--install'], { encoding: 'utf8' });
const isThere = installed.status === 0;
if (!isThere) console.log(`openapi-python-client is ${installed.stdout.trim()}${installed.stderr.trim()}`);

let api: TestApi;
const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-clients-'));
const v1 = path.join(folder, 'v1.json');
const x = path.join(folder, 'x.json');
beforeAll(async () => {
  writeFileSync(v1, JSON.stringify(openapiDocument('/v1')));
  writeFileSync(x, JSON.stringify(openapiDocument('/x')));
  const team = { ...builtInPlans.team, requestsPerMinute: 5 };
  api = await startApi({ settings: { plans: { ...builtInPlans, team } } });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await api.close();
});

/** Runs a suite in its own workspace, in whose shared domain there is no link. */
async function suite(program: string, documents: string[]): Promise<void> {
  await api.db.deleteFrom('links').execute();
  const { token } = await api.addWorkspace();
  const { token: hurried } = await api.addWorkspace({ plan: 'team' });
  const args = [path.join(CLIENTS, program), ...documents, api.baseUrl, token, hurried];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [, stdout, stderr] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]);
  expect([child.exitCode, stdout + stderr]).toEqual([0, expect.stringContaining('all is well')]);
}

test('types of openapi-typescript compile in strict mode, those of /x too, and openapi-fetch works with them', async () => {
  await suite('run-typescript.mjs', [v1, x]);
});

(isThere ? test : test.skip)(
  'a client of openapi-python-client has every part of the description, and works',
  async () => {
    await suite('run-python.mjs', [v1]);
  },
);
