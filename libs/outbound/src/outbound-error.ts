// Why a request is refused, or gets no usable response.

export type OutboundRefusal =
  /** Neither https nor, when it is allowed, http. */
  | 'scheme'
  /** The URL has a name or a password. */
  | 'credentials'
  | 'port'
  /** The host is, or resolves to, an address that is not public. */
  | 'not_public';

export type OutboundFailure =
  | 'no_such_host'
  | 'dns_unavailable'
  | 'timeout'
  /** The response exceeds the limit. */
  | 'too_large'
  /** No connection, no trusted TLS, or a connection that ended too early. */
  | 'unreachable';

/** Thrown within a DNS lookup, where no outcome can be returned. */
export class OutboundError extends Error {
  constructor(
    readonly outcome:
      | { kind: 'refused'; reason: OutboundRefusal }
      | { kind: 'failed'; reason: OutboundFailure; detail: string },
  ) {
    super(outcome.reason);
    this.name = 'OutboundError';
  }
}
