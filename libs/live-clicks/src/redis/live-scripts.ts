// The scripts of live counts, ready to run.

import { luaScript, type RedisStore, type RunLuaScript } from '@kurz/redis';
import { BEGIN, CLAIM, COMMIT, FORGET, PREPARE, PUT, REPAIR, STAGE } from './scripts';

export type LiveScripts = Record<
  'claim' | 'prepare' | 'stage' | 'commit' | 'put' | 'begin' | 'forget' | 'repair',
  RunLuaScript
>;

export const makeLiveScripts = (store: RedisStore): LiveScripts => ({
  claim: luaScript(CLAIM)(store),
  prepare: luaScript(PREPARE)(store),
  stage: luaScript(STAGE)(store),
  commit: luaScript(COMMIT)(store),
  put: luaScript(PUT)(store),
  begin: luaScript(BEGIN)(store),
  forget: luaScript(FORGET)(store),
  repair: luaScript(REPAIR)(store),
});
