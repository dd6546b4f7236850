// One connection to a broker. A request that times out ends the connection: the broker may still execute it, and no
// later request may be executed before it.

import { isIP } from 'node:net';
import { NoAnswerError, within } from '@kurz/resilience';
import type { KafkaOptions } from '../kafka/kafka-options';
import type { Platformatic } from './load-platformatic';
import { errorOf } from './refusal-of';

export type Address = { host: string; port: number };
export type Connection = InstanceType<Platformatic['Connection']>;
type Request<Arguments extends unknown[], Answer> = {
  async: (connection: Connection, ...given: Arguments) => Promise<Answer>;
};
/** A request of one version, as the package exports it: `heartbeatV4`. */
export type Api<Arguments extends unknown[], Answer> = { api: Request<Arguments, Answer> };

export type How = {
  /** Default: 10 s. */
  withinMs?: number;
  /** Returns an answer even when it holds refusals; the caller checks each part's `errorCode`. */
  inParts?: boolean;
};

export type BrokerConnection = {
  /** @throws KafkaRefusal, NoAnswerError, InfrastructureError */
  send: <Arguments extends unknown[], Answer>(
    request: Api<Arguments, Answer>,
    given: Arguments,
    how?: How,
  ) => Promise<Answer>;
  isOpen: () => boolean;
  close: () => void;
};

/** Longest wait for a frozen broker before the caller gets an error. */
const REQUEST_TIMEOUT_MS = 10_000;
const CONNECTION_TIMEOUT_MS = 3_000;
/** The package's own timeout never ends a request: ours are shorter. */
const NEVER_MS = 3_600_000;

function saslOf({ username, password, mechanism = 'scram-sha-512' }: KafkaOptions) {
  if (!username) return undefined;
  const names = {
    plain: 'PLAIN',
    'scram-sha-256': 'SCRAM-SHA-256',
    'scram-sha-512': 'SCRAM-SHA-512',
  } as const;
  return { mechanism: names[mechanism], username, password: password ?? '' };
}

/** @throws InfrastructureError */
export async function connectTo(
  platformatic: Platformatic,
  options: KafkaOptions,
  { host, port }: Address,
): Promise<BrokerConnection> {
  const connection = new platformatic.Connection(options.clientId, {
    connectTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: NEVER_MS,
    ...(options.ssl === true && { tls: {}, tlsServerName: isIP(host) === 0 }),
    sasl: saslOf(options),
  });
  let isOpen = true;
  const noteEnd = () => void (isOpen = false);
  // an error without a listener would end the process
  connection.on('error', noteEnd).on('close', noteEnd);
  const close = () => {
    noteEnd();
    connection.socket?.destroy();
  };
  try {
    await connection.connect(host, port);
  } catch (error) {
    close();
    throw errorOf(platformatic, error);
  }
  return {
    send: async <Arguments extends unknown[], Answer>(
      request: Api<Arguments, Answer>,
      given: Arguments,
      { withinMs = REQUEST_TIMEOUT_MS, inParts = false }: How = {},
    ) => {
      const answer = request.api.async(connection, ...given);
      try {
        return await within(withinMs, answer);
      } catch (error) {
        // what the package has parsed from the answer's bytes
        if (inParts && error instanceof platformatic.ResponseError) return error['response'] as Answer;
        if (!(error instanceof NoAnswerError)) throw errorOf(platformatic, error);
        close();
        throw error;
      }
    },
    isOpen: () => isOpen,
    close,
  };
}
