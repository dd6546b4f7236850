// One connection per broker, opened on demand, and again when it has ended.

import type { KafkaOptions } from '../kafka/kafka-options';
import { connectTo, type Address, type BrokerConnection } from './broker-connection';
import { loadPlatformatic } from './load-platformatic';

export const nameOf = ({ host, port }: Address) => `${host}:${port}`;

export type BrokerConnections = {
  to: (broker: Address) => Promise<BrokerConnection>;
  isClosed: () => boolean;
  close: () => void;
};

export function makeBrokerConnections(options: KafkaOptions): BrokerConnections {
  const connections = new Map<string, Promise<BrokerConnection>>();
  let isClosed = false;

  const open = async (broker: Address) => {
    const connection = await connectTo(await loadPlatformatic(), options, broker);
    if (isClosed) connection.close();
    return connection;
  };
  const to = async (broker: Address): Promise<BrokerConnection> => {
    if (isClosed) throw new Error('the connections to Kafka are closed');
    const name = nameOf(broker);
    const opening = connections.get(name) ?? open(broker);
    connections.set(name, opening);
    const drop = () => {
      if (connections.get(name) === opening) connections.delete(name);
    };
    const connection = await opening.catch((error: unknown) => {
      drop();
      throw error;
    });
    if (connection.isOpen()) return connection;
    drop();
    return to(broker);
  };
  return {
    to,
    isClosed: () => isClosed,
    close: () => {
      isClosed = true;
      for (const connection of connections.values())
        connection.then(({ close }) => close()).catch(() => undefined);
    },
  };
}
