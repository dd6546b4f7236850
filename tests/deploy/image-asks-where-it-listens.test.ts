// The image's health check calls the operations server at KURZ_OPS_HOST and KURZ_OPS_PORT. At another address a working
// service would count as unhealthy: Compose would wait for it in vain, and orchestrators would restart it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { makeMetrics, serveOperations, silentLog } from '@kurz/process';
import { until } from '../until';
import { ROOT } from './deploy-files';

const CHECK = path.join(ROOT, 'deploy', 'image', 'answers-livez.mjs');

async function exitCodeWith(settings: Record<string, string>): Promise<unknown> {
  const child = spawn(process.execPath, [CHECK], { env: { ...process.env, ...settings }, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

const listen = (host: string) =>
  serveOperations(
    { metrics: makeMetrics(), log: silentLog, checks: () => Promise.resolve({}) },
    { host, port: 0 },
  );

/** An address of this machine on which 127.0.0.1 does not reach the listener. macOS has only an IPv6 one. */
const OTHER = process.platform === 'linux' ? '127.0.0.2' : '::1';

test.each(['0.0.0.0', OTHER, 'localhost'])('a service that listens on %s is healthy', async (host) => {
  const operations = await listen(host);
  try {
    const settings = { KURZ_OPS_HOST: host, KURZ_OPS_PORT: String(operations.port) };
    // the health check gives up after 2.5 s, which a busy machine may exceed
    await until(async () => (await exitCodeWith(settings)) === 0);
    await operations.close();
    expect(await exitCodeWith(settings)).toBe(1);
  } finally {
    await operations.close();
  }
});
