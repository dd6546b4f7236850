// The body of a stats answer, as the contract's §2.3 lists it. Dates are UTC, counts non-negative integers.

export type KeyValueList = { k: string; v: number }[];

/**
 * `todayLive`: merged with live data or not yet consolidated; `final`: past and consolidated; `degraded`: live days
 * only.
 */
export type Freshness = 'todayLive' | 'final' | 'degraded';

/** `n` human scans on a day. */
export type DayScans = { date: string; n: number };

export type LinkStats = {
  slug: string;
  zoneDomain: string;
  range: { from: string; to: string; clampedTo: string; retentionDays: number; storedDays: number };
  allTime: { total: number; preTracking: number; trackingSince: string };
  totals: { human: number; bots: number; requests: number; qr: number; click: number };
  /** `n` requests, `b` of them bots. */
  series: { date: string; n: number; b: number }[];
  hourly: { fromUtc: string; buckets: number[] };
  geo: KeyValueList;
  referrers: KeyValueList;
  devices: KeyValueList;
  browsers: KeyValueList;
  os: KeyValueList;
  languages: KeyValueList;
  /** Only for a link that was split; never for many links together. */
  variants?: KeyValueList;
  /** For imported links: humans whom other shorteners have counted by day. They are in none of the lists above. */
  imported?: KeyValueList;
  source: { click: number; qr: number };
  freshness: Freshness;
};
