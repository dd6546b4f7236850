// The guard of every call to an address that a tenant or a stranger named.

export { queryNameServers, isAbsentName } from './query-name-servers';
export { allowedTargetsOf, type AllowedTargets, type AllowedTargetsOutcome } from './allowed-targets';
export { canonicalAddress } from './canonical-address';
export { isPublicAddress } from './is-public-address';
export {
  makeOutbound,
  type Outbound,
  type OutboundConfig,
  type OutboundOutcome,
  type OutboundRequest,
} from './make-outbound';
export type { TlsProbe, TlsRequest } from './probe-tls';
export type { OutboundFailure, OutboundRefusal } from './outbound-error';
