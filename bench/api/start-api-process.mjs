// Starts a program that serves the API with the memory of docker-compose.yml. In its container of 1 GiB Node limits the
// old generation to 512 MB; on a machine of 24 GB garbage would grow to 100 MB more.

import { startProcess } from './start-process.mjs';

export const NODE_ARGUMENTS = ['--max-semi-space-size=8', '--max-old-space-size=512'];
export const ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };

export const startApiProcess = (script, ...args) =>
  startProcess([...NODE_ARGUMENTS, script], args, { ...process.env, ...ENVIRONMENT });
