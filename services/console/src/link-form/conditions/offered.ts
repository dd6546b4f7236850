// The names that conditions offer, which are those of the stats.

import { browserFamilies, countries, deviceFamilies, languages, osFamilies } from '@kurz/visitor-facts/names';

export const LIST_KINDS = ['country', 'device', 'system', 'browser', 'language'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

export const OFFERED: Readonly<Record<ListKind, readonly string[]>> = {
  country: [...countries],
  device: [...deviceFamilies],
  system: [...osFamilies],
  browser: [...browserFamilies],
  language: [...languages],
};
