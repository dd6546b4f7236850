// Reads the UTM parameters out of a destination, for the link's columns and its URL object.

export type UtmKey = 'source' | 'medium' | 'campaign' | 'term' | 'content';
export type Utm = Record<UtmKey, string | null>;

/** `location` is a parsed URL. The first value of a key counts; an empty one counts as none. */
export function utmOf(location: string): Utm {
  const query = new URL(location).searchParams;
  // `%00` is a legal escape, but Postgres cannot store the NUL
  const valueOf = (key: UtmKey) => query.get(`utm_${key}`)?.replaceAll('\0', '') || null;
  return {
    source: valueOf('source'),
    medium: valueOf('medium'),
    campaign: valueOf('campaign'),
    term: valueOf('term'),
    content: valueOf('content'),
  };
}
