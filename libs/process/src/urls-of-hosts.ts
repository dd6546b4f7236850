// An address that may name several hosts, as those of PostgreSQL and of Redis's sentinels do; a URL allows only one.

/**
 * `scheme://user:password@host:port,host:port/path?query`: one URL for each host of the list, equal in everything else.
 * Undefined when one is not a URL.
 */
export function urlsOfHosts(address: string): [URL, ...URL[]] | undefined {
  const [, before = '', hosts = '', after = ''] =
    /^([^/]*\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(address) ?? [];
  const [first, ...others] = hosts.split(',').map((host) => urlOf(`${before}${host}${after}`));
  const known = others.filter((url) => url !== undefined);
  return first && known.length === others.length ? [first, ...known] : undefined;
}

/** The host without the brackets of an IPv6 address. */
export const hostnameOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Name and password of the address; undefined when it lacks one of them. */
export function credentialsOf(address: string): { user: string; password: string } | undefined {
  const [url] = urlsOfHosts(address) ?? [];
  if (!url || url.username === '' || url.password === '') return undefined;
  return { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
}

function urlOf(text: string): URL | undefined {
  try {
    const url = new URL(text);
    // throws for a stray percent sign
    [url.username, url.password, url.pathname].forEach(decodeURIComponent);
    // a plus stands for itself, as in a name or password; only forms encode spaces as a plus
    url.search = url.search.replaceAll('+', '%2B');
    return url;
  } catch {
    return undefined;
  }
}
