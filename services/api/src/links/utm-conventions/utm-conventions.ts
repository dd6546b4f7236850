// What a workspace agreed on for the UTM parameters of its links. docs/utm-conventions.md describes it for people.

import type { UtmKey } from './utm-of';

export type UtmConventions = {
  /** False: kept, but no link is validated by them. */
  enabled: boolean;
  /** Parameters that a tagged destination has to have. */
  required: UtmKey[];
  /** Values that a parameter may have; `*` matches any characters. A parameter that is not named may have any. */
  allowed: Partial<Record<UtmKey, string[]>>;
  /** Values have no capital letters. */
  lowercase: boolean;
  /** Separates the words of a value, in place of white space and other separators; null: anything may. */
  separator: '-' | '_' | null;
};
