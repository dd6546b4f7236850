// `npm run test:certificates`: production's Caddyfile in a real Caddy, with certificates of a real authority for tests
// (Pebble). Go builds both once into the user's cache, which takes some minutes. Ends with 77 and the reason when they
// cannot be had.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { skip } from '../other-node.mjs';
import { buildCertificateTools } from './caddy-and-pebble.mjs';

const { refusal } = buildCertificateTools();
if (refusal) skip(`certificates, because ${refusal}`);
const RUN = path.join(import.meta.dirname, '..', 'run.mjs');
const child = spawn(process.execPath, [RUN, 'certificates'], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
