// Brokers named by their IPv6 address, `[2001:db8::1]:9092`. kafkajs cuts what it is given at the first colon, so it gets a
// name without any, which its sockets turn into the address again.

import { isIP, connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

const SUFFIX = '.ipv6-literal';
/** As kafkajs has it. */
const KEEP_ALIVE_MS = 60_000;

/** `host:port`; only those with an IPv6 address are changed. */
export const nameOfBroker = (broker: string): string =>
  broker.replace(/^\[(.*)\](?=:\d+$)/, (_, address: string) => `${address.replaceAll(':', '-')}${SUFFIX}`);

const hostOf = (name: string) =>
  name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length).replaceAll('-', ':') : name;

/** As that of kafkajs, but for these names. */
export const connectToBroker: ISocketFactory = ({ host: name, port, ssl, onConnect }) => {
  const host = hostOf(name);
  const socket = ssl
    ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }), ...ssl }, onConnect)
    : connect({ host, port }, onConnect);
  return socket.setKeepAlive(true, KEEP_ALIVE_MS);
};
