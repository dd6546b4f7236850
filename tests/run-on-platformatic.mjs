// `npm run test:platformatic [-- path …]`: tests of the click stream with @platformatic/kafka as Kafka's client, or those
// whose path is named, on Node 24, which it needs. Nothing is installed anew. Ends with 77 and the reason where that Node is
// not to be had.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../services/standalone/bin/prepare.mjs';
import { fetchNode, withNode } from './other-node.mjs';
import { prepareBackends } from './prepare-backends.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const JEST = path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
const PROJECTS = ['stores', 'flow', 'smoke', 'slow', 'crash', 'timed', 'alone'];
/** What is different with the other client, in a minute or two. */
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
