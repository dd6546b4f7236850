// Waits until the stats of all links match the ledger. Resolves with the faults that are left after a time limit.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from './api-client';
import type { VisitLedger } from './visit-ledger';

/** Generous: a batch is formed every quarter of a second, and a failed consumer tries again within five. */
const TIMEOUT_MS = 120_000;

export async function settledFaults(
  deps: { api: ApiClient; ledger: VisitLedger },
  slugs: readonly string[],
): Promise<string[]> {
  const { api, ledger } = deps;
  for (const end = Date.now() + TIMEOUT_MS; ; await sleep(200)) {
    const faults: string[] = [];
    for (const slug of slugs) faults.push(...ledger.faultsOf(slug, await api.figures(slug)));
    if (faults.length === 0 || Date.now() > end) return faults;
  }
}
