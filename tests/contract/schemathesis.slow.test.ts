// The whole product against its OpenAPI file: schemathesis generates requests, valid and invalid, and checks the
// answers. Skipped when Python or the package cannot be had. KURZ_SCHEMATHESIS_SEED sets another seed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startStandalone, type RunningStandalone } from '../flow/start-standalone';
import { isSchemathesisThere, runSchemathesis } from './run-schemathesis';

/** The same requests in every run, unless another seed is asked for. */
const SEED = '20261120';

let product: RunningStandalone;
const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-plans-'));

beforeAll(async () => {
  if (!isSchemathesisThere) return;
  const plans = path.join(folder, 'plans.json');
  writeFileSync(plans, JSON.stringify({ team: { requestsPerMinute: 1_000_000, linksPerMonth: 1_000_000 } }));
  const environment = { KURZ_PLANS: plans, KURZ_TRUSTED_PROXIES: '1' };
  product = await startStandalone({ isNew: false, environment });
});
afterAll(async () => {
  if (isSchemathesisThere) await product.close();
  rmSync(folder, { recursive: true, force: true });
});

(isSchemathesisThere ? test : test.skip)(
  'schemathesis finds no answer, with all its checks, that is not as the OpenAPI file describes it',
  async () => {
    const args = ['--url', product.url, '--token', product.token ?? '', '--examples', '30'];
    const stdout = await runSchemathesis(args, SEED);
    expect(stdout).toMatch(/Tested: 1[56]/);
    expect(stdout).toMatch(/\d{3,} passed/);
  },
);
