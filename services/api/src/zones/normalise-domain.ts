// The one form in which a domain is stored and compared: lower case, punycode, a port unless it is a scheme's own.

/** Characters that a domain never has, but that URL would quietly cut off, decode or skip. */
const FOREIGN = /[\s\p{Cc}/\\?#@%[\]]/u;
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
const OWN_PORTS = ['80', '443'];
const MAX_LENGTH = 253;
/** The limit of the text as sent, of which a domain does not keep all characters. Node 20 takes quadratic time. */
const MAX_SENT = 1_000;

function parse(text: string): URL | undefined {
  try {
    return new URL(`http://${text}`);
  } catch {
    return undefined;
  }
}

/** Undefined when the text is not a domain. One full stop at the end (the DNS root) is dropped. */
export function normaliseDomain(text: string): string | undefined {
  const trimmed = text.trim();
  const url = trimmed.length > MAX_SENT || FOREIGN.test(trimmed) ? undefined : parse(trimmed);
  if (!url) return undefined;
  const host = url.hostname.replace(/\.$/, '');
  if (host.length > MAX_LENGTH || !host.split('.').every((label) => LABEL.test(label))) return undefined;
  return url.port === '' || OWN_PORTS.includes(url.port) ? host : `${host}:${url.port}`;
}
