// Describes the API of another shortener for an import: its requests, and how their answers are read.

import type { CountedDays, ImportedLink, MovedVisit } from '../import-source';

export type PeerAnswer = {
  links: readonly PeerLink[];
  /** The requests after this one, before all others that are still to be made. */
  next: readonly PeerRequest[];
};

export type PeerRequest = {
  /** Includes the query. */
  path: string;
  /** Sent as the body of a POST. */
  form?: Readonly<Record<string, string>>;
  /** Throws SourceFault when the answer is not one of this API. */
  read: (body: unknown) => PeerAnswer;
};

/** A page of a link's visits. */
export type VisitsRequest = {
  path: string;
  /** `of`: the number of visits on all pages. Throws SourceFault. */
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
  /** Undefined when people run their own instances. */
  origin: string | undefined;
  headers: (token: string) => Readonly<Record<string, string>>;
  first: (token: string) => PeerRequest;
  /** The first page of the visits of a link, by its `historyKey`, up to a moment. Undefined when the API tells none. */
  visitsOf?: (key: string, until: Date) => VisitsRequest;
  /** All requests for the days of a link, by its `historyKey`. Undefined when the API tells none. */
  daysOf?: (key: string, until: Date) => readonly DaysRequest[];
  /** Its visits are in a file, see openYourlsLog. */
  hasLog?: true;
  /** The origin for days, when it is not that for links. */
  daysOrigin?: string;
};

/** Unknown fields are missing. */
export type PeerLink = Partial<Omit<ImportedLink, 'place' | 'slug' | 'url'>> & {
  slug: string;
  url: string;
  /** Short URLs that lead to the same link. */
  customLinks?: readonly string[];
};
