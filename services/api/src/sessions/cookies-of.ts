// The cookies of a request by name (RFC 6265 §5.4). Our own cookies hold no character that needs decoding. The npm
// package `cookie` reads any number of cookies.

const MAX_COOKIES = 50;

/** When a name comes twice, the first one counts: browsers send the cookie with the longer path first. */
export function cookiesOf(header: string | undefined): Record<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';', MAX_COOKIES)) {
    const [name = '', ...value] = pair.split('=');
    if (!cookies.has(name.trim())) cookies.set(name.trim(), value.join('=').trim());
  }
  return Object.fromEntries(cookies);
}
