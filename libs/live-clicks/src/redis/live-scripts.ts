// The scripts of live counts, ready to run on one client.

import type { Redis } from 'ioredis';
import { makeRunScript, type RunScript } from './run-script';
import { CLAIM, COMMIT, PREPARE, PUT, STAGE } from './scripts';

export type LiveScripts = Record<'claim' | 'prepare' | 'stage' | 'commit' | 'put', RunScript>;

export const makeLiveScripts = (redis: Redis): LiveScripts => ({
  claim: makeRunScript(redis, CLAIM),
  prepare: makeRunScript(redis, PREPARE),
  stage: makeRunScript(redis, STAGE),
  commit: makeRunScript(redis, COMMIT),
  put: makeRunScript(redis, PUT),
});
