// A visit as it is counted: no agent, no network, only families.

/** One visit, reduced to what is counted. */
export type ClassifiedVisit = {
  /** ms since the epoch */
  time: number;
  workspaceId: string;
  linkId: string;
  isBot: boolean;
  /** True for the `/q/` path. */
  isScan: boolean;
  /** ISO 3166-1 alpha-2 in upper case, or `unknown`. */
  geo: string;
  /** Host, `~direct` without one, `~other` for a host that no site can have. */
  referrer: string;
  /** One of `deviceFamilies`. */
  device: string;
  /** One of `browserFamilies`. */
  browser: string;
  /** One of `osFamilies`. */
  os: string;
  /** Primary subtag from the allow-list, or `~other`. */
  language: string;
  /** For a split link: the number of the destination, or `rule`. */
  variant?: string;
};
