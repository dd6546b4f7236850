// Brokers named by their IPv6 address, `[2001:db8::1]:9092`. kafkajs cuts a broker's name at the first colon, so it
// gets a name without colons, which its sockets turn into the address again.

import { isIP, connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

const SUFFIX = '.ipv6-literal';
/** kafkajs's own value. */
const KEEP_ALIVE_MS = 60_000;

/** `host:port`; only an IPv6 address is changed. */
export const nameOfBroker = (broker: string): string =>
  broker.replace(/^\[(.*)\](?=:\d+$)/, (_, address: string) => `${address.replaceAll(':', '-')}${SUFFIX}`);

const hostOf = (name: string) =>
  name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length).replaceAll('-', ':') : name;

/** Like kafkajs's socket factory, except for these names. */
export const connectToBroker: ISocketFactory = ({ host: name, port, ssl, onConnect }) => {
  const host = hostOf(name);
  const socket = ssl
    ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }), ...ssl }, onConnect)
    : connect({ host, port }, onConnect);
  return socket.setKeepAlive(true, KEEP_ALIVE_MS);
};
