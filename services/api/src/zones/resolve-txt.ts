// Asks the DNS for the TXT records of a name.

import { queryNameServers, isAbsentName } from '@kurz/outbound';
import { errorCodeOf } from '@kurz/process';

export type ResolvedTxt =
  { kind: 'texts'; texts: string[] } | { kind: 'none' } | { kind: 'unavailable'; reason: string };
export type ResolveTxt = (name: string) => Promise<ResolvedTxt>;

/** `servers` (`address` or `address:port`) are asked in place of the system's. */
export function makeResolveTxt(servers: readonly string[] | undefined): ResolveTxt {
  return async (name) => {
    try {
      const records = await queryNameServers(servers, (resolver) => resolver.resolveTxt(name));
      // a long text arrives in pieces of 255 bytes
      return { kind: 'texts', texts: records.map((pieces) => pieces.join('')) };
    } catch (error) {
      const reason = errorCodeOf(error) ?? String(error);
      return isAbsentName(reason) ? { kind: 'none' } : { kind: 'unavailable', reason };
    }
  };
}
