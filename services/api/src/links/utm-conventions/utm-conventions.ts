// What a workspace agreed on for the UTM parameters of its links. docs/utm-conventions.md describes it for people.

import type { UtmKey } from './utm-of';

export type UtmConventions = {
  /** False: kept, but no link is validated by them. */
  enabled: boolean;
  /** Parameters that a tagged destination has to have. */
  required: UtmKey[];
  /** Values that a parameter may have; `*` stands for any characters. A parameter that is not named may have any. */
  allowed: Partial<Record<UtmKey, string[]>>;
  /** Values have no capital letters. */
  lowercase: boolean;
  /** What stands between the words of a value, in the place of white space and the other signs; null: anything may. */
  separator: '-' | '_' | null;
};
