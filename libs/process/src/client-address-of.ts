// The client's address: the socket's other end, or what the outermost trusted proxy says it saw. proxy-addr, which
// comes with express, decides by the proxies' addresses and splits the whole header. Here a count decides, because this
// runs for each visit.

const WITH_PORT = /^(?:\[([0-9a-fA-F:.%]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

/** The entry of X-Forwarded-For at `place` from the right, from 1 on; empty when there are fewer. */
function entryFromRight(list: string, place: number): string {
  let end = list.length;
  for (let passed = 1; passed < place; passed++) {
    end = list.lastIndexOf(',', end - 1);
    if (end <= 0) return '';
  }
  return list.slice(list.lastIndexOf(',', end - 1) + 1, end).trim();
}

/** Some proxies write quotes, brackets or the port as well. */
function bareAddress(entry: string): string {
  const unquoted = entry.startsWith('"') && entry.endsWith('"') ? entry.slice(1, -1) : entry;
  const match = WITH_PORT.exec(unquoted);
  return match?.[1] ?? match?.[2] ?? unquoted;
}

/**
 * Counts exactly `trustedProxies` entries from the right: each proxy appends its client's address, so forged entries
 * are further left. Returns an empty text when there are fewer entries than proxies.
 */
export function clientAddressOf(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  if (trustedProxies === 0) return socketAddress ?? '';
  return bareAddress(entryFromRight(forwardedFor ?? '', trustedProxies));
}
