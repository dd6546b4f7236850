// The scripts of live counts, ready to run on one client.

import { luaScript, type RunLuaScript } from '@kurz/redis';
import type { Redis } from 'ioredis';
import { BEGIN, CLAIM, COMMIT, PREPARE, PUT, STAGE } from './scripts';

export type LiveScripts = Record<'claim' | 'prepare' | 'stage' | 'commit' | 'put' | 'begin', RunLuaScript>;

export const makeLiveScripts = (redis: Redis): LiveScripts => ({
  claim: luaScript(CLAIM)(redis),
  prepare: luaScript(PREPARE)(redis),
  stage: luaScript(STAGE)(redis),
  commit: luaScript(COMMIT)(redis),
  put: luaScript(PUT)(redis),
  begin: luaScript(BEGIN)(redis),
});
