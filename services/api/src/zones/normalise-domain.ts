// The one form in which a domain is stored and compared: lower case, punycode, the port where it is no scheme's own.

/** What a domain never has, but URL would quietly cut off, decode or skip. */
const FOREIGN = /[\s\p{Cc}/\\?#@%[\]]/u;
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
const OWN_PORTS = ['80', '443'];
const MAX_LENGTH = 253;
/** As sent, where characters may count that a domain does not keep. Node 20 takes the square of the length. */
const MAX_SENT = 1_000;

function parse(text: string): URL | undefined {
  try {
    return new URL(`http://${text}`);
  } catch {
    return undefined;
  }
}

/** Undefined: not a domain. One full stop at the end (the DNS root) is dropped. */
export function normaliseDomain(text: string): string | undefined {
  const trimmed = text.trim();
  const url = trimmed.length > MAX_SENT || FOREIGN.test(trimmed) ? undefined : parse(trimmed);
  if (!url) return undefined;
  const host = url.hostname.replace(/\.$/, '');
  if (host.length > MAX_LENGTH || !host.split('.').every((label) => LABEL.test(label))) return undefined;
  return url.port === '' || OWN_PORTS.includes(url.port) ? host : `${host}:${url.port}`;
}
