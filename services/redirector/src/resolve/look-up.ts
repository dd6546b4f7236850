// Asks the stores for a link: the directory, then Postgres, and brings what Postgres said to the directory, whose
// newer knowledge wins. The directory has no say in a link of which it has still to be told a change. Never rejects; what
// fails is an ending of its own.

import type { Db } from '@kurz/database';
import type { DirectoryEntry, DirectoryKey, LinkDirectory } from '@kurz/link-directory';
import type { Clock, Log } from '@kurz/process';
import { makeBreaker, type Attempt } from './breaker';
import { makeGate } from './gate';
import { readLink } from './sql/read-link';

/** `away`: nobody who would know answered. `busy`: too many look-ups; nobody was asked. */
export type Found = { kind: 'found'; from: 'directory' | 'postgres'; entry: DirectoryEntry };
export type LookUpOutcome = Found | { kind: 'away' } | { kind: 'busy' };
export type LookUp = (key: DirectoryKey) => Promise<LookUpOutcome>;

// how many wait for each one that runs: at 1 ms a query the last of them waits some milliseconds
const WAITING_PER_RUNNING = 4;

export type LookUpDeps = {
  db: Db;
  directory: LinkDirectory;
  /** Whether a change of the link is committed that the directory has still to be told. */
  isWaiting: (key: DirectoryKey) => boolean;
  clock: Clock;
  log: Log;
};

export function makeLookUp(
  deps: LookUpDeps,
  config: { maxParallelLookups: number; lookupTimeoutMs: number },
): LookUp {
  const timeoutMs = config.lookupTimeoutMs;
  const directory = makeBreaker(deps, { store: 'directory', timeoutMs });
  const postgres = makeBreaker(deps, { store: 'postgres', timeoutMs });
  const gate = makeGate({
    parallel: config.maxParallelLookups,
    waiting: config.maxParallelLookups * WAITING_PER_RUNNING,
  });

  const askDirectory = async (key: DirectoryKey): Promise<Attempt<DirectoryEntry | undefined>> =>
    deps.isWaiting(key) ? { kind: 'failed' } : directory.attempt(() => deps.directory.get(key));

  return async (key) => {
    const known = await askDirectory(key);
    const mark = deps.directory.mark();
    if (known.kind === 'done' && known.value) {
      return { kind: 'found', from: 'directory', entry: known.value };
    }
    const read = await gate.run(() => postgres.attempt(() => readLink(deps.db, key)));
    if (read.kind === 'full') return { kind: 'busy' };
    const attempt = read.value;
    if (attempt.kind === 'failed') return { kind: 'away' };
    const entry = attempt.value;
    // a directory that has just kept the visitor waiting for nothing, or is behind, is not asked a second time
    if (known.kind === 'failed') return { kind: 'found', from: 'postgres', entry };
    const filled = await directory.attempt(() => deps.directory.fill(key, entry, mark));
    return { kind: 'found', from: 'postgres', entry: filled.kind === 'done' ? filled.value : entry };
  };
}
