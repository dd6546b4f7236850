// What the API of another shortener is for an import: requests, and what their answers say.

import type { CountedDays, ImportedLink, MovedVisit } from '../import-source';

export type PeerAnswer = {
  links: readonly PeerLink[];
  /** The requests after this one, before all others that are still to be made. */
  next: readonly PeerRequest[];
};

export type PeerRequest = {
  /** With its query. */
  path: string;
  /** Sent as POST. */
  form?: Readonly<Record<string, string>>;
  /** Throws SourceFault when the answer is none of this API. */
  read: (body: unknown) => PeerAnswer;
};

/** A page of a link's visits. */
export type VisitsRequest = {
  path: string;
  /** `of`: how many there are on all pages. Throws SourceFault. */
  read: (body: unknown) => { visits: readonly MovedVisit[]; of: number; next: VisitsRequest | undefined };
};

/** Some of a link's days, or its total. */
export type DaysRequest = {
  path: string;
  /** Throws SourceFault. */
  read: (body: unknown) => Partial<CountedDays>;
};

export type PeerApi = {
  name: string;
  /** Undefined: people run their own. */
  origin: string | undefined;
  headers: (token: string) => Readonly<Record<string, string>>;
  first: (token: string) => PeerRequest;
  /** The first page of the visits of a link, by its `historyKey`, up to a moment. Undefined: it tells none. */
  visitsOf?: (key: string, until: Date) => VisitsRequest;
  /** All requests for the days of a link, by its `historyKey`. Undefined: it tells none. */
  daysOf?: (key: string, until: Date) => readonly DaysRequest[];
  /** Its visits stand in a file, see openYourlsLog. */
  hasLog?: true;
  /** Where the days are asked for, if not where the links are. */
  daysOrigin?: string;
};

/** What is not known is not there. */
export type PeerLink = Partial<Omit<ImportedLink, 'place' | 'slug' | 'url'>> & {
  slug: string;
  url: string;
  /** Short URLs that lead to the same link. */
  customLinks?: readonly string[];
};
