// The same guarantees with @platformatic/kafka: some of the tests run again with it, on the Node version it needs.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { TESTED } from '../../tested-client';

const RUNNER = path.join(__dirname, '..', '..', 'run-on-platformatic.mjs');
const NOT_TO_BE_HAD = 77;
/** A timeout of its own, because jest's does not interrupt a synchronous call. */
const TIMEOUT_MS = 1_200_000;

const itOnce = TESTED === 'kafkajs' ? it : it.skip;

itOnce('reads, commits and ships with @platformatic/kafka as with kafkajs', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUNNER], {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    env: {
      ...process.env,
      KURZ_TEST_IS_BUILT: '1',
      KURZ_TEST_WORKER: process.env['JEST_WORKER_ID'],
      FORCE_COLOR: '0',
    },
  });
  if (status === NOT_TO_BE_HAD) return console.log(stdout.trim());
  // jest reports each failure after a bullet; the text before the first one only names the projects
  const said = `${stdout}\n${stderr}`;
  if (status !== 0) throw new Error(`ended with ${status}: ${said.slice(Math.max(0, said.indexOf('●')))}`);
});
