// What a service's settings say about Kafka.

export type SaslMechanism = 'plain' | 'scram-sha-256' | 'scram-sha-512';

/** `platformatic`: the protocol of @platformatic/kafka; needs Node 22.22. */
export type KafkaClientName = 'kafkajs' | 'platformatic';

export type KafkaOptions = {
  /** `host:port` each. */
  brokers: string[];
  ssl?: boolean;
  /** Together with a password, it turns SASL on. */
  username?: string;
  password?: string;
  /** Default: scram-sha-512. */
  mechanism?: SaslMechanism;
  /** Default: kafkajs. */
  client?: KafkaClientName;
  /** For the broker's logs and quotas. */
  clientId: string;
};
