// The scripts of live counts, ready to run.

import { luaScript, type RedisStore, type RunLuaScript } from '@kurz/redis';
import { BEGIN, CLAIM, COMMIT, PREPARE, PUT, STAGE } from './scripts';

export type LiveScripts = Record<'claim' | 'prepare' | 'stage' | 'commit' | 'put' | 'begin', RunLuaScript>;

export const makeLiveScripts = (store: RedisStore): LiveScripts => ({
  claim: luaScript(CLAIM)(store),
  prepare: luaScript(PREPARE)(store),
  stage: luaScript(STAGE)(store),
  commit: luaScript(COMMIT)(store),
  put: luaScript(PUT)(store),
  begin: luaScript(BEGIN)(store),
});
