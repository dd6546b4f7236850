// One answered redirect, as the redirector records it and the ingester counts it. Nothing finer leaves the process.

/** Which redirect was answered. */
export type AnsweredRedirect = {
  /** When it was answered, ms since the epoch. */
  time: number;
  workspaceId: string;
  linkId: string;
  /** True for the `/q/` path. */
  isScan: boolean;
  /** The request's method, `GET` or `HEAD`; an import may carry others. */
  method: string;
  /** Number of a split link's destination, from 1; 0 for one of its rules. Undefined when the link is not split. */
  variant?: number;
};

/** The client that was redirected. */
export type Visitor = {
  /**
   * Purpose headers (Sec-Purpose, Purpose, X-Purpose, X-Moz) as sent, lower case, joined by a comma; empty when none.
   */
  purpose: string;
  /** User-Agent, its first 512 characters; empty when none. */
  userAgent: string;
  /** Host of the Referer, lower case, no leading `www.`, no port; empty when none or no http(s) URL. */
  referrerHost: string;
  /** First tag of Accept-Language as sent, at most 35 characters; empty when none. */
  language: string;
  /**
   * Client address cut to /24 (`203.0.113.0`) or /48 (`2001:db8:1::`); in an import without addresses the code of the
   * country (`DE`); empty when unknown.
   */
  network: string;
};

/** One answered redirect, as it is recorded. */
export type Visit = AnsweredRedirect & Visitor;
