// `npm run test:lighthouse`: runs Lighthouse's mobile preset over the web app's main pages, on Node 24, which it needs.
// Both come from the npm registry, once, into the user's cache. Ends with 77 and the reason when they cannot be had.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../services/standalone/bin/prepare.mjs';
import { fetchNode, skip, withNode } from './other-node.mjs';
import { fetchPackage } from './npm-package.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));

await prepare({ root: path.join(HERE, '..') });
const bin = fetchNode(24);
const env = withNode(bin);
const { folder, refusal } = fetchPackage({ name: 'lighthouse', version: '13.5.0' }, env);
if (refusal) skip(`Lighthouse, because it cannot be had: ${refusal}`);
const args = [
  '-r',
  path.join(HERE, 'typescript-hook.cjs'),
  path.join(HERE, 'browser', 'measure-pages.ts'),
  folder,
];
const child = spawn(path.join(bin, 'node'), args, { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
