// The names under which the operator's list can hold a destination, in the form in which they are compared: its
// address, its host, and each parent domain of the host.

import { createHash } from 'node:crypto';
import { withoutTrailing } from '@kurz/process';
import { getPublicSuffix } from 'tldts';

export type DestinationName = { kind: 'host' | 'address'; value: string };
export type NamedDestination =
  { kind: 'named'; name: DestinationName } | { kind: 'malformed' } | { kind: 'public_suffix' };

const ESCAPE = /%([\da-f]{2})/gi;
const UNRESERVED = /[\w.~-]/;

/** Removes escapes of characters that need none, and writes the others in capitals. */
const withoutNeedlessEscapes = (text: string) =>
  text.replace(ESCAPE, (escape, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return UNRESERVED.test(character) ? character : escape.toUpperCase();
  });

/** No DNS name and no host of the list is longer. A destination's may be: 16,000 labels made 250 MB of parent hosts. */
const MAX_HOST = 253;

const hostIn = (url: URL) => withoutTrailing(url.hostname, '.');

/** The host and each host above it, as far as the list can hold them. */
function hostsFrom(host: string): string[] {
  const hosts = host.length > MAX_HOST ? [] : [host];
  const first = Math.max(0, host.length - MAX_HOST - 1);
  for (let dot = host.indexOf('.', first); dot >= 0; dot = host.indexOf('.', dot + 1))
    hosts.push(host.slice(dot + 1));
  return hosts;
}

/** Without scheme and fragment: the same page answers with either scheme and any fragment. */
function addressIn(url: URL): string {
  const port = url.port === '' ? '' : `:${url.port}`;
  return hostIn(url) + port + withoutNeedlessEscapes(url.pathname + url.search);
}

/** `location` is a parsed http(s) URL, so its host is already lower case and punycode. */
export function namesOf(location: string): DestinationName[] {
  const url = new URL(location);
  return [
    { kind: 'address', value: addressIn(url) },
    ...hostsFrom(hostIn(url)).map((value): DestinationName => ({ kind: 'host', value })),
  ];
}

export function addressOf(location: string): DestinationName {
  return { kind: 'address', value: addressIn(new URL(location)) };
}

export function hashOf({ kind, value }: DestinationName): Buffer {
  return createHash('sha256').update(`${kind}:${value}`).digest();
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Reads what a person typed: a host alone, whatever the port, or a web address with or without its scheme. */
export function destinationNamed(text: string): NamedDestination {
  const trimmed = text.trim();
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed);
  const url = parse(hasScheme ? trimmed : `http://${trimmed}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return { kind: 'malformed' };
  }
  if (hasScheme || url.pathname !== '/' || url.search !== '') {
    return { kind: 'named', name: { kind: 'address', value: addressIn(url) } };
  }
  const value = hostIn(url);
  if (value.length > MAX_HOST) return { kind: 'malformed' };
  if (value === '' || getPublicSuffix(value) === value) return { kind: 'public_suffix' };
  return { kind: 'named', name: { kind: 'host', value } };
}
