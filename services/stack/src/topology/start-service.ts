// Starts one of the built services as a process of its own, with production's settings.

import path from 'node:path';
import { standardError } from '@kurz/process';
import { startServerProcess } from '../native/server-process';
import { type Part } from './keep-running';

export type ServiceName = 'redirector' | 'ingester' | 'api';

const SERVICES = path.resolve(__dirname, '..', '..', '..');
const START_MS = 60_000;
/** A service ends within 10 s by itself. */
const STOP_MS = 15_000;

async function isOk(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** True when the process behind the operations port is ready. */
export const isReady = (opsPort: number) => isOk(`http://127.0.0.1:${opsPort}/readyz`);

/** Resolves when the process is alive: stores that are away do not keep it from starting. */
export async function startService(
  service: ServiceName,
  opsPort: number,
  settings: Record<string, string>,
): Promise<Part> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('KURZ_'));
  const child = await startServerProcess({
    program: process.execPath,
    args: [path.join(SERVICES, service, 'dist', 'main.js')],
    isReady: () => isOk(`http://127.0.0.1:${opsPort}/livez`),
    startMs: START_MS,
    environment: { ...Object.fromEntries(inherited), ...settings },
    isDetached: true,
    onWords: standardError().write,
  });
  return { pid: child.pid, ended: child.ended, stop: () => child.stop(STOP_MS) };
}
