// Reads a rule table of browser, device or OS: the first pattern that matches names the family.

/** A family's name and what its agents have in them. */
export type FamilyRule = readonly [family: string, pattern: RegExp];

/** Patterns must not be global or sticky: those remember where they stopped. */
export function firstFamily(rules: readonly FamilyRule[], agent: string): string {
  for (const [family, pattern] of rules) if (pattern.test(agent)) return family;
  return 'other';
}
