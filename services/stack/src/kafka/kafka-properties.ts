// The settings of a single Kafka node: production's semantics (KRaft, transactions, read committed), short time limits.

export type KafkaPorts = { clients: number; internal: number; controller: number };

/** The advertised port may be a proxy's. The node always connects to itself directly. */
export type KafkaNode = {
  /** Written into the file as it is: ASCII without a comma or backslash. */
  logDirectory: string;
  ports: KafkaPorts;
  advertisedPort: number;
  /** Address to listen on; default 127.0.0.1. */
  host?: string;
};

/** server.properties as text. `settings` come last and win. */
export function kafkaProperties(node: KafkaNode, settings: Record<string, string | number> = {}): string {
  const { ports, host = '127.0.0.1' } = node;
  const properties = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${ports.controller}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'INTERNAL',
    listeners: [
      `CLIENTS://${host}:${ports.clients}`,
      `INTERNAL://${host}:${ports.internal}`,
      `CONTROLLER://${host}:${ports.controller}`,
    ].join(','),
    'advertised.listeners': [
      `CLIENTS://127.0.0.1:${node.advertisedPort}`,
      `INTERNAL://127.0.0.1:${ports.internal}`,
    ].join(','),
    'listener.security.protocol.map': 'CLIENTS:PLAINTEXT,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': node.logDirectory,
    'auto.create.topics.enable': false,
    // as docs/operating.md requires: committed offsets outlive a long absence
    'offsets.retention.minutes': 43_200,
    'transactional.id.expiration.ms': 2_147_483_647,
    'default.replication.factor': 1,
    'offsets.topic.replication.factor': 1,
    // 50 of each by default: most of a node's start would be spent on them
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'share.coordinator.state.topic.num.partitions': 1,
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 1_000,
    // a killed node can come back as soon as its old session has expired (9 s by default)
    'broker.session.timeout.ms': 3_000,
    'broker.heartbeat.interval.ms': 500,
    // by default an idle node writes a record every half second, a quarter of its work
    'metadata.max.idle.interval.ms': 0,
    // 3, 8 and 10 by default: an idle node's threads wake up some hundred times a second
    'num.network.threads': 1,
    'num.io.threads': 2,
    'background.threads': 1,
    // the default takes 128 MB of the heap
    'log.cleaner.dedupe.buffer.size': 4 * 1024 * 1024,
    ...settings,
  };
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
