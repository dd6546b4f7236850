// Two API instances over the same PostgreSQL and Redis, each with its own connections, as two processes have them.

import { once } from 'node:events';
import { createUser, createWorkspace, createWorkspaceToken } from '@kurz/api';
import { makeApi } from '@kurz/api/make-api';
import { openTestDatabase, startRedis, type TestRedis } from '@kurz/backends';
import { openClickHouse } from '@kurz/click-tables';
import { openDatabase, type Db } from '@kurz/database';
import { makeMemoryLinkCache } from '@kurz/link-cache';
import { makeMemoryLiveClicks } from '@kurz/live-clicks';
import { makeClosing, makeMetrics, silentLog, systemClock, type Closing, type Log } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { serveApi } from '../../contract/serve-api';
import { createPerson } from '../../create-person';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

const PEPPER = 'a pepper for tests, 32 characters long';
/** No test here requests stats. */
const NO_CLICKHOUSE = { kind: 'server', url: 'http://127.0.0.1:9', database: 'kurz' } as const;

export type TwoApis = {
  redis: TestRedis;
  /** Addresses of the two APIs. */
  origins: [string, string];
  /** A new workspace on the plan pro, and a token for it. */
  addToken: () => Promise<string>;
  addUser: (password: string) => Promise<string>;
  /** How often an API has switched to counting in memory so far. */
  turnsToMemory: () => number;
  /** How often both APIs have asked Redis to count so far. */
  asksOfRedis: () => number;
  /** How many of the APIs count in memory now. */
  inMemory: () => number;
  close: () => Promise<void>;
};

type Deps = { db: Db; redisUrl: string; log: Log; closing: Closing; onAsk: () => void };

async function startOne(deps: Deps): Promise<string> {
  const redis = openRedis(deps.redisUrl, { log: silentLog, name: 'api' }, { commandTimeoutMs: 250 });
  deps.closing.add('redis', () => redis.disconnect());
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, ...rest) => {
    // only counting runs a script; connecting does not
    if (/^eval/.test(command.name)) deps.onAsk();
    return send(command, ...rest);
  };
  const api = makeApi(
    {
      db: deps.db,
      redis,
      clickHouses: [openClickHouse(NO_CLICKHOUSE)],
      linkCache: makeMemoryLinkCache({ maxEntries: 100 }),
      liveClicks: makeMemoryLiveClicks(),
      clock: systemClock,
      log: deps.log,
      metrics: makeMetrics(),
    },
    { tokenPepper: PEPPER, trustedProxies: 1 },
  );
  deps.closing.add('api', api.close);
  const served = await serveApi(api.handle);
  deps.closing.add('server', served.close);
  if (redis.status !== 'ready') await once(redis, 'ready');
  return `http://127.0.0.1:${served.port}`;
}

const isEvent = (fields: unknown, event: string) =>
  typeof fields === 'object' &&
  fields !== null &&
  'event' in fields &&
  fields.event === event &&
  'store' in fields &&
  fields.store === 'rate-limits';

export async function startTwoApis(): Promise<TwoApis> {
  const closing = makeClosing();
  const [postgres, redis] = await Promise.all([openTestDatabase(), startRedis()]);
  closing.add('postgres', postgres.close);
  closing.add('redis server', redis.close);
  const database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  closing.add('database', database.close);
  const { db } = database;
  let [turnsToMemory, turnsBack, asksOfRedis] = [0, 0, 0];
  const log: Log = {
    ...silentLog,
    warn: (fields: unknown) => void (isEvent(fields, 'store_away') && turnsToMemory++),
    info: (fields: unknown) => void (isEvent(fields, 'store_back') && turnsBack++),
  };
  const one = { db, redisUrl: redis.url, log, closing, onAsk: () => void asksOfRedis++ };
  const origins: [string, string] = [await startOne(one), await startOne(one)];
  let people = 0;
  const addUser = async (password?: string) => {
    const email = `person-${++people}@example.com`;
    if (password === undefined) await createUser(db, { email });
    else await createPerson(db, { email, password });
    return email;
  };
  const addToken = async () => {
    const workspace = { name: 'W', ownerEmail: await addUser(), plan: 'pro' as const, isYearly: false };
    const made = await createWorkspace(db, workspace);
    if (made.kind !== 'created') throw new Error(made.kind);
    const token = { workspaceId: made.workspaceId, name: 't', scopes: ['domains:read' as const] };
    const created = await createWorkspaceToken(db, PEPPER, token);
    if (created.kind !== 'created') throw new Error(created.kind);
    return created.secret;
  };
  return {
    redis,
    origins,
    addToken,
    addUser,
    turnsToMemory: () => turnsToMemory,
    asksOfRedis: () => asksOfRedis,
    inMemory: () => turnsToMemory - turnsBack,
    close: closing.close,
  };
}
