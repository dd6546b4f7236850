// A workspace's conventions for the UTM parameters of its links. docs/utm-conventions.md describes them for people.

import type { UtmKey } from './utm-of';

export type UtmConventions = {
  /** When false, the conventions are kept, but no link is checked against them. */
  enabled: boolean;
  /** Parameters that a tagged destination has to have. */
  required: UtmKey[];
  /** Values that a parameter may have; `*` matches any characters. A parameter without an entry may have any value. */
  allowed: Partial<Record<UtmKey, string[]>>;
  /** Values have no capital letters. */
  lowercase: boolean;
  /** Separates the words of a value, in place of white space and other separators; null: any separator may. */
  separator: '-' | '_' | null;
};
