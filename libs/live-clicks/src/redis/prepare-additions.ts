// Reads from Redis the stored counts of the links of a chunk. Returns each addition, capped to the admitted referrer
// hosts, beside the stored text.

import { capReferrers, isReferrerHost, REFERRER_CAP } from '@kurz/click-event';
import type { RunLuaScript } from '@kurz/redis';
import type { LiveAddition } from '../port/live-clicks';
import { msToLive, type LiveKeys } from './live-keys';

export type PreparedAddition = { addition: LiveAddition; stored: string | undefined; msToLive: number };

/** Two keys for each addition: its day and its hosts. */
export const keysOfAdditions = ({ dayOf, hostsOf }: LiveKeys, chunk: readonly LiveAddition[]): string[] =>
  chunk.flatMap(({ day, linkId }) => [dayOf(day, linkId), hostsOf(day, linkId)]);

/** `isIn`: a character for each of the hosts, `1` for an admitted one. */
function capAddition(addition: LiveAddition, hosts: readonly string[], isIn: string): LiveAddition {
  if (!isIn.includes('0')) return addition;
  const admitted = new Set(hosts.filter((_, at) => isIn[at] === '1'));
  const referrer = capReferrers(addition.by.referrer, (host) => admitted.has(host));
  return { ...addition, by: { ...addition.by, referrer } };
}

export async function prepareAdditions(
  prepare: RunLuaScript,
  { keys, field, chunk, now }: { keys: LiveKeys; field: string; chunk: readonly LiveAddition[]; now: number },
): Promise<PreparedAddition[]> {
  const lives = new Map<string, number>();
  const lifeOf = (day: string): number => {
    const known = lives.get(day);
    if (known !== undefined) return known;
    const life = msToLive(day, now);
    lives.set(day, life);
    return life;
  };
  const hostsOf: string[][] = [];
  const args: (string | number)[] = [field, REFERRER_CAP];
  for (const { day, by } of chunk) {
    const hosts: string[] = [];
    for (const key of by.referrer.keys()) if (isReferrerHost(key)) hosts.push(key);
    hostsOf.push(hosts);
    args.push(lifeOf(day), hosts.length, ...hosts);
  }
  const found = await prepare(keysOfAdditions(keys, chunk), args);
  if (!Array.isArray(found)) throw new Error('Redis gave no list of what is stored');
  return chunk.map((addition, index) => {
    const stored: unknown = found[index * 2];
    return {
      addition: capAddition(addition, hostsOf[index] ?? [], String(found[index * 2 + 1])),
      stored: typeof stored === 'string' ? stored : undefined,
      msToLive: lifeOf(addition.day),
    };
  });
}
