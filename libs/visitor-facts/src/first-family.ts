// Reads a rule table of browser, device or OS: the first pattern that matches names the family.

/** A family's name and the pattern of its agents. */
export type FamilyRule = readonly [family: string, pattern: RegExp];

/** Patterns must not be global or sticky, because such patterns keep their last position. */
export function firstFamily(rules: readonly FamilyRule[], agent: string): string {
  for (const [family, pattern] of rules) if (pattern.test(agent)) return family;
  return 'other';
}
