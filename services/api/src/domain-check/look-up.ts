// What the DNS says of a name: its records and the CNAMEs on the way, or why there are none.

import { canonicalAddress } from '@kurz/outbound';
import type { Answer, CaaData } from 'dns-packet';
import type { QueryDns } from './query-dns';

export type LookedUp<T> =
  /** `chain`: the names that CNAMEs lead through, without the first. */
  | { kind: 'found'; chain: string[]; data: T[] }
  /** The name exists without such a record. */
  | { kind: 'empty'; chain: string[] }
  | { kind: 'no_such_name'; chain: string[] }
  /** CNAMEs lead back to themselves. */
  | { kind: 'loop'; chain: string[] }
  /** There is an answer only when signatures are not checked. */
  | { kind: 'bogus' }
  | { kind: 'unanswered' };

type Types = { A: string; AAAA: string; NS: string; TXT: string; CAA: CaaData };

export type LookUp = <T extends keyof Types>(name: string, type: T) => Promise<LookedUp<Types[T]>>;

/** The CNAME targets behind `name`, in order; undefined when they form a loop. */
function chainOf(name: string, answers: readonly Answer[]): string[] | undefined {
  const targets = new Map<string, string>();
  for (const answer of answers)
    if (answer.type === 'CNAME') targets.set(answer.name.toLowerCase(), answer.data.toLowerCase());
  const chain: string[] = [];
  for (let at = targets.get(name); at !== undefined; at = targets.get(at)) {
    if (at === name || chain.includes(at)) return undefined;
    chain.push(at);
  }
  return chain;
}

function textOf(data: string | Buffer | (string | Buffer)[]): string {
  return (Array.isArray(data) ? data : [data]).map(String).join('');
}

function dataOf(answer: Answer): string | CaaData | undefined {
  if (answer.type === 'TXT') return textOf(answer.data);
  if (answer.type === 'AAAA') return canonicalAddress(answer.data);
  if (answer.type === 'A' || answer.type === 'NS') return answer.data.toLowerCase();
  return answer.type === 'CAA' ? answer.data : undefined;
}

export function makeLookUp(queryDns: QueryDns, signal: AbortSignal): LookUp {
  return async <T extends keyof Types>(asked: string, type: T): Promise<LookedUp<Types[T]>> => {
    const name = asked.toLowerCase();
    const reply = await queryDns({ name, type }, signal);
    if (reply.kind === 'silent') return { kind: 'unanswered' };
    if (reply.kind === 'failed') {
      const unchecked = await queryDns({ name, type, isUnchecked: true }, signal);
      return { kind: unchecked.kind === 'reply' ? 'bogus' : 'unanswered' };
    }
    const chain = chainOf(name, reply.answers);
    if (chain === undefined) return { kind: 'loop', chain: [] };
    const data = reply.answers
      .filter((answer) => answer.type === type)
      .flatMap((answer) => dataOf(answer) ?? []);
    // the type of the answers is that of the question
    if (data.length > 0) return { kind: 'found', chain, data: data as Types[T][] };
    return { kind: reply.code === 'none' ? 'empty' : 'no_such_name', chain };
  };
}
