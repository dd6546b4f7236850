// Host and path of a request's target. The host of an absolute target (`GET http://host/path`) replaces the Host header
// (RFC 9112, 3.2.2). X-Forwarded-Host is ignored.

export type RequestTarget = { host: string; target: string };

const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/is;

export function requestTargetOf(url: string, hostHeader: string): RequestTarget {
  if (url.charCodeAt(0) === 47) return { host: hostHeader, target: url };
  const match = ABSOLUTE.exec(url);
  if (!match) return { host: hostHeader, target: url };
  const rest = match[2] ?? '';
  return { host: match[1] ?? '', target: rest.startsWith('/') ? rest : `/${rest}` };
}

/** Path and query alone. Ignores the host of an absolute target, which may be invalid. */
export const originFormOf = (url: string): string => requestTargetOf(url, '').target;
