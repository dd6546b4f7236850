// The same promises with Kafka's other client: a few of the tests run again with it, on the Node that it needs.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { TESTED } from '../../tested-client';

const RUNNER = path.join(__dirname, '..', '..', 'run-on-platformatic.mjs');
const NOT_TO_BE_HAD = 77;

const itOnce = TESTED === 'kafkajs' ? it : it.skip;

itOnce('reads, commits and ships with @platformatic/kafka as with kafkajs', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUNNER], {
    encoding: 'utf8',
    env: { ...process.env, KURZ_TEST_IS_BUILT: '1', FORCE_COLOR: '0' },
  });
  if (status === NOT_TO_BE_HAD) return console.log(stdout.trim());
  expect({ status, said: status === 0 ? '' : `${stdout}\n${stderr}` }).toEqual({ status: 0, said: '' });
});
