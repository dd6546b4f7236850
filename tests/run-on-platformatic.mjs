// `npm run test:platformatic [-- path …]`: the click stream's tests, or those whose path is named, with
// @platformatic/kafka as the Kafka client. It needs Node 24. Nothing is installed again. Ends with 77 and the reason
// when that Node cannot be had.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../services/standalone/bin/prepare.mjs';
import { fetchNode, withNode } from './other-node.mjs';
import { prepareBackends } from './prepare-backends.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const JEST = path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
const PROJECTS = ['stores', 'flow', 'smoke', 'slow', 'crash', 'timed', 'alone'];
/** Tests of what differs with the other client; they take a minute or two. */
const SLICE = [
  'tests/stores/click-stream/(topics|broker-is-gone|joining|stable-offsets|late-commit|read-from-any-offset|both-clients)',
  'tests/stores/ship/journal-is-shipped',
];

const bin = fetchNode(24);
if (!process.env.KURZ_TEST_IS_BUILT) {
  await prepare({ root: ROOT });
  await prepareBackends();
}
const asked = process.argv.slice(2);
const paths = (asked.length > 0 ? asked : SLICE).flatMap((given) => ['--testPathPatterns', given]);
const child = spawn(
  path.join(bin, 'node'),
  [JEST, '--selectProjects', ...PROJECTS, '--runInBand', '--verbose=false', ...paths],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...withNode(bin), KURZ_TEST_IS_BUILT: '1', KURZ_KAFKA_CLIENT: 'platformatic' },
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
