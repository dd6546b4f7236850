// The referrer key of a visit: its host, or one of the two sentinels of the contract.

// The longest DNS name; a longer host is an attack on the table's keys.
const MAX_HOST_LENGTH = 253;

/** WHATWG URLs allow `~` in a host: `http://~direct/` must not count as a visit without referrer. */
export function referrerOf(host: string): string {
  if (host === '') return '~direct';
  return host.startsWith('~') || host.length > MAX_HOST_LENGTH ? '~other' : host;
}
