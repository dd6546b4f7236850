// The cookies of a request by name (RFC 6265 §5.4). Ours hold no character that would need decoding. The package cookie
// reads without a bound on their number.

const MAX_COOKIES = 50;

/** Of a name that comes twice the first counts: browsers send the one with the longer path first. */
export function cookiesOf(header: string | undefined): Record<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';', MAX_COOKIES)) {
    const [name = '', ...value] = pair.split('=');
    if (!cookies.has(name.trim())) cookies.set(name.trim(), value.join('=').trim());
  }
  return Object.fromEntries(cookies);
}
