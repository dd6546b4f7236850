// Where a request goes: host and path of its target. An absolute target (`GET http://host/path`) names its host itself;
// the Host header is then ignored (RFC 9112, 3.2.2). X-Forwarded-Host is never looked at.

export type RequestTarget = { host: string; target: string };

const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/is;

export function requestTargetOf(url: string, hostHeader: string): RequestTarget {
  if (url.charCodeAt(0) === 47) return { host: hostHeader, target: url };
  const match = ABSOLUTE.exec(url);
  if (!match) return { host: hostHeader, target: url };
  const rest = match[2] ?? '';
  return { host: match[1] ?? '', target: rest.startsWith('/') ? rest : `/${rest}` };
}
