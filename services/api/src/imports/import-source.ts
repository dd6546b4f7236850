// What an import reads: pages of links, whatever their source.

import type { ClickDimension } from '@kurz/click-event';

/** What the source knows of a link's visits. */
export type ImportedHistory = { kind: 'none' } | { kind: 'total'; count: number };

/** A visit of a link, as the source tells it. `time`: ms since the epoch. Texts that it does not tell are empty. */
export type MovedVisit = {
  time: number;
  referrer: string;
  userAgent: string;
  address: string;
  /** Used when there is no address. */
  country: string;
};

/** What is known of a day's visits besides their number. */
export type DayFacts = {
  bots: number;
  /** Hour of the day in UTC, visits, bots; only for recent days. */
  hours: readonly (readonly [number, number, number])[];
  /** Humans by key. */
  by: readonly (readonly [ClickDimension, string, number])[];
};

/** Clicks of one UTC day, `YYYY-MM-DD`. Without `facts` they are as the source counts them, not classified. */
export type DayClicks = { day: string; clicks: number; facts?: DayFacts };

/** `total`: all clicks that the source counts, when its list of links does not tell. */
export type CountedDays = { days: readonly DayClicks[]; total: number | undefined };

/**
 * CountedDays in the short form in which they wait in a job: a day in full takes 35 characters. `counts`: alternately a
 * day (days since 1970) and its clicks. `facts`: those of each day; undefined when the days are not classified.
 */
export type PackedDays = { counts: readonly number[]; total?: number; facts?: readonly (DayFacts | null)[] };

/** How the history of the links is read. */
export type HistorySource = {
  /** How the source names a link; undefined when it has no visits to tell. */
  keyOf: (link: ImportedLink) => string | undefined;
} & (
  | {
      kind: 'visits';
      /** The visits of one link, up to a moment. Throws SourceFault, or SourceChanged when all must be read again. */
      of: (key: string, until: Date) => AsyncIterable<readonly MovedVisit[]>;
    }
  | {
      kind: 'days';
      /** The days of one link, up to a moment. Throws SourceFault. */
      of: (key: string, until: Date) => Promise<CountedDays>;
    }
  | {
      kind: 'log';
      /** The visits of all links, in any order. Throws SourceFault. */
      all: () => AsyncIterable<MovedVisit & { key: string }>;
    }
);

/** A link as the source has it. Moments are RFC 3339 when they could be read, else the source's text. */
export type ImportedLink = {
  /** Its position in the source, from 1. */
  place: number;
  /** Undefined when the source names none. */
  domain: string | undefined;
  slug: string;
  url: string;
  title: string | undefined;
  note: string | undefined;
  externalId: string | undefined;
  tags: readonly string[];
  isArchived: boolean;
  isEnabled: boolean;
  /** The flag for which the source says neither yes nor no. */
  unreadableFlag?: 'isArchived' | 'isEnabled' | 'forwardQuery' | undefined;
  /** As the API takes them, not validated. */
  conditions?: { rules?: unknown; split?: unknown; forwardQuery?: true };
  hasPassword: boolean;
  createdAt: string | undefined;
  startsAt: string | undefined;
  expiresAt: string | undefined;
  expiredUrl: string | undefined;
  history: ImportedHistory | { kind: 'unreadable' };
  /** Where the source tells the link's history; undefined when it tells none. */
  historyKey: string | undefined;
  /** The days that come with the link; undefined when they are asked for later, or not at all. */
  days?: PackedDays;
};

/** `cursor`: where the next page begins. */
export type ImportPage = { links: readonly ImportedLink[]; cursor: number };

export type LinkSource = {
  name: string;
  /** The same for the same content, so that an import that was killed goes on. */
  fingerprint: Buffer;
  /** Whether its list may differ when it is read again. */
  mayChange: boolean;
  /** Pages of at most MAX_LINKS_OF_PAGE. Throws SourceFault. */
  pagesFrom: (cursor: number) => AsyncIterable<ImportPage>;
  /** Undefined when only totals are moved. */
  history: HistorySource | undefined;
};

/** The most links of one transaction, see MAX_IMPORTED_LINKS. */
export const MAX_LINKS_OF_PAGE = 500;

/**
 * Pages of the links of `items`; an item's links stay in one page. `cursor`: the number of items read before.
 * `linksOf`: the links of the item at `place` (from 1), at most MAX_LINKS_OF_PAGE.
 */
export async function* pagesOf<Item>(
  items: AsyncIterable<Item>,
  cursor: number,
  linksOf: (item: Item, place: number) => readonly ImportedLink[],
): AsyncGenerator<ImportPage> {
  let place = 0;
  let links: ImportedLink[] = [];
  for await (const item of items) {
    if (++place <= cursor) continue;
    const next = linksOf(item, place);
    if (links.length + next.length > MAX_LINKS_OF_PAGE) {
      yield { links, cursor: place - 1 };
      links = [];
    }
    links.push(...next);
  }
  if (links.length > 0) yield { links, cursor: place };
}

/** For an ended import: only a running one is resumed, and a source's fingerprint is a hash that includes its token. */
export const NO_FINGERPRINT = Buffer.alloc(0);

export const sourceFaults = [
  'unreadable',
  'empty',
  'zip',
  'gzip',
  'too_large',
  'html',
  'encoding',
  'no_slug_column',
  'no_destination_column',
  'too_many_columns',
  'too_many_custom_links',
  'line_too_long',
  'not_csv',
  'token_refused',
  'not_allowed',
  'unreachable',
  'strange',
  'busy',
] as const;

/** The source cannot be read; the message is for the person who imports. */
export class SourceFault extends Error {
  constructor(
    message: string,
    readonly reason: (typeof sourceFaults)[number] = 'unreadable',
  ) {
    super(message);
  }
}

/** The source has changed while it was read, so that its pages are not of one moment. */
export class SourceChanged extends SourceFault {}

/** The source has nothing by that name, or not for this token. */
export class SourceLacks extends SourceFault {}
