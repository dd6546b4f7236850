// Starts the API's own main as a process, with its default settings.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../free-port.mjs';
import { ENVIRONMENT, NODE_ARGUMENTS } from '../start-api-process.mjs';
import { TOKEN_PEPPER } from './seed-tenants.mjs';

const MAIN = fileURLToPath(new URL('../../../services/api/dist/main.js', import.meta.url));

const urlOf = ({ user, password, host, port, database }) =>
  `postgres://${user}:${password}@${host}:${port}/${database}`;

/** Resolves when the API is ready. */
export async function startDeployedApi({ postgresOptions, clickHouseOptions, redisUrl }) {
  const port = await freePort();
  const opsPort = await freePort();
  const env = {
    ...process.env,
    ...ENVIRONMENT,
    KURZ_HOST: '127.0.0.1',
    KURZ_PORT: String(port),
    KURZ_OPS_HOST: '127.0.0.1',
    KURZ_OPS_PORT: String(opsPort),
    KURZ_PRE_STOP_MS: '0',
    KURZ_LOG_LEVEL: 'error',
    KURZ_TOKEN_PEPPER: TOKEN_PEPPER,
    KURZ_POSTGRES_URL: urlOf(postgresOptions),
    KURZ_CLICKHOUSE_URL: clickHouseOptions.url,
    KURZ_REDIS_URL: redisUrl,
  };
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, MAIN], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exit = once(child, 'exit');
  const isReady = async () => {
    const answer = await fetch(`http://127.0.0.1:${opsPort}/readyz`).catch(() => undefined);
    return answer?.status === 200;
  };
  while (child.exitCode === null && !(await isReady())) await sleep(100);
  const close = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  return { port, pid: child.pid, close };
}
