// Asks Redis what it has of the links of a chunk: the writers hand the chunk and get each addition, held to the budget
// of referrer hosts, beside the text that is stored.

import type { LiveAddition } from '../live-clicks';
import { foldReferrers, isReferrerHost, REFERRER_BUDGET } from '../referrer-budget';
import { dayKeyOf, hostsKeyOf, msToLive } from './live-keys';
import type { RunScript } from './run-script';

export type PreparedAddition = { addition: LiveAddition; stored: string | undefined; msToLive: number };

export async function prepareAdditions(
  prepare: RunScript,
  { field, chunk, now }: { field: string; chunk: readonly LiveAddition[]; now: number },
): Promise<PreparedAddition[]> {
  const hostsOf = chunk.map(({ by }) => [...by.referrer.keys()].filter(isReferrerHost));
  const keys = chunk.flatMap(({ day, linkId }) => [dayKeyOf(day, linkId), hostsKeyOf(day, linkId)]);
  const args = chunk.flatMap(({ day }, index) => {
    const hosts = hostsOf[index] ?? [];
    return [msToLive(day, now), hosts.length, ...hosts];
  });
  const found = await prepare(keys, [field, REFERRER_BUDGET, ...args]);
  if (!Array.isArray(found)) throw new Error('Redis gave no list of what is stored');
  return chunk.map((addition, index) => {
    const stored: unknown = found[index * 2];
    const isIn = String(found[index * 2 + 1]);
    const admitted = new Set(hostsOf[index]?.filter((_, at) => isIn[at] === '1'));
    const referrer = foldReferrers(addition.by.referrer, (host) => admitted.has(host));
    return {
      addition: { ...addition, by: { ...addition.by, referrer } },
      stored: typeof stored === 'string' ? stored : undefined,
      msToLive: msToLive(addition.day, now),
    };
  });
}
