// The handle of a Kafka for tests, whatever it runs in.

import { type TestProxy } from './proxy/start-proxy';

export type TestKafka = {
  /** Addresses for clients; they lead through `proxy` if there is one. */
  brokers: string[];
  /** The same node without the proxy, for what a test itself reads or makes. */
  directBrokers: string[];
  proxy?: TestProxy;
  /** Process id of the node. */
  pid: number;
  /** SIGSTOP: it keeps its connections, takes new ones and answers nothing. */
  freeze: () => Promise<void>;
  thaw: () => Promise<void>;
  /** SIGKILL, data kept. */
  kill: () => Promise<void>;
  /** Kills it if it runs, and starts it again on the same ports with what the crash left. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

export type TestKafkaOptions = {
  /** Kafka sends its clients to the address that it advertises, so it must know a proxy from the start. */
  isBehindProxy?: boolean;
  /** Broker settings by their Kafka names, for instance `offsets.retention.minutes`. */
  settings?: Record<string, string | number>;
};

/** Uses only the JVM's quick compiler (C1): a test node ends before the optimizing one pays off. */
export const SHORT_LIVED = ['-XX:TieredStopAtLevel=1'];
