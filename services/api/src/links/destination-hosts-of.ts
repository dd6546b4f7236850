// The names under which a destination's host could be one of the service's own zones.

/**
 * `location` is a parsed http(s) URL, so its host is already lower case and punycode. A zone without a port is named
 * by the host alone and so covers every port of it; a zone with a port only that one, for on a laptop the neighbour
 * at another port of the same host is another site.
 */
export function destinationHostsOf(location: string): string[] {
  const { hostname, port, protocol } = new URL(location);
  const host = hostname.replace(/\.+$/, '');
  return [host, `${host}:${port || (protocol === 'https:' ? '443' : '80')}`];
}
