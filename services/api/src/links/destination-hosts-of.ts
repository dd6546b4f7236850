// The names under which a destination's host could be one of the service's own zones.

import { withoutTrailing } from '@kurz/process';

/** 127.0.0.0/8, ::1, the mapped forms, and the unspecified addresses; a URL has them in their shortest form. */
const LOOPBACK = /^(?:127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]|0\.0\.0\.0|\[::\])$/;

/**
 * `location` is a parsed http(s) URL, so its host is already lower case and punycode. A zone without a port covers
 * every port of its host. A zone with a port covers only that one: on a laptop another port is another site. The
 * embedded product answers at every name of the loopback for its zone `localhost:<port>`.
 */
export function destinationHostsOf(location: string): string[] {
  const { hostname, port, protocol } = new URL(location);
  const host = withoutTrailing(hostname, '.');
  const atPort = port || (protocol === 'https:' ? '443' : '80');
  const names = LOOPBACK.test(host) ? [host, 'localhost'] : [host];
  return [host, ...names.map((name) => `${name}:${atPort}`)];
}
