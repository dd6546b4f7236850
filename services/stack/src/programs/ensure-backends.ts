// Makes sure that this machine can run Redis and Kafka natively, before the stack or a test run begins.

import { ensureKafka } from '../kafka/ensure-kafka';
import { ensureClassArchive } from '../native/ensure-class-archive';
import { ensurePrograms, type EnsureOutcome } from './ensure-programs';

export type BackendNeeds = {
  say: (text: string) => void;
  /** For the tests of the web app. */
  withBrowser: boolean;
  /** For the tests behind a PostgreSQL connection pooler. */
  withPooler: boolean;
};

/** Installs what is missing, where this process is allowed to. `say` receives progress, one line at a time. */
export async function ensureBackends({ say, withBrowser, withPooler }: BackendNeeds): Promise<EnsureOutcome> {
  const programs = ensurePrograms(
    [
      'redis-server',
      'java',
      ...(withBrowser ? ['chromium' as const] : []),
      ...(withPooler ? ['pgbouncer' as const] : []),
    ],
    say,
  );
  if (programs.kind === 'missing') return programs;
  try {
    await ensureKafka(say);
    await ensureClassArchive();
    return { kind: 'ready' };
  } catch (error) {
    return { kind: 'missing', advice: error instanceof Error ? error.message : String(error) };
  }
}
