// The facts of a request that the rules of a link test. Each fact is found once, when the first rule needs it.

import { browserOf, deviceOf, languageOf, osOf } from '@kurz/visitor-facts';
import { visitorOf } from '../request/visitor-of';
import { parametersIn, queryOf } from '../request/read-parameters';
import type { VisitorRequest } from '../request/visitor-request';

export type CountryOf = (network: string) => string;

/** A request for a short path. */
export type Asked = Pick<VisitorRequest, 'target' | 'sender'> & { isScan: boolean };

export type RequestFacts = {
  country: () => string;
  device: () => string;
  system: () => string;
  browser: () => string;
  language: () => string;
  network: () => string;
  userAgent: () => string;
  isScan: boolean;
  /** All values of a parameter of the query. */
  parameter: (name: string) => readonly string[];
  now: number;
};

function once<T>(find: () => T): () => T {
  let found: { value: T } | undefined;
  return () => (found ??= { value: find() }).value;
}

/** Uses the same families as the counts of the visit will. */
export function requestFactsOf(
  { target, sender, isScan }: Asked,
  given: { countryOf: CountryOf; trustedProxies: number; now: number },
): RequestFacts {
  const visitor = once(() => visitorOf(sender, given.trustedProxies));
  const query = once(() => parametersIn(queryOf(target)));
  return {
    country: once(() => given.countryOf(visitor().network)),
    device: once(() => deviceOf(visitor().userAgent)),
    system: once(() => osOf(visitor().userAgent)),
    browser: once(() => browserOf(visitor().userAgent)),
    language: once(() => languageOf(visitor().language)),
    network: () => visitor().network,
    userAgent: () => visitor().userAgent,
    isScan,
    parameter: (name) => query().getAll(name),
    now: given.now,
  };
}
