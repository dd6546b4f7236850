// A TCP proxy before a store, which makes the network late, slow, silent, closed or torn.

import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@kurz/stack';
import { flowBytes } from './flow-bytes';
import { clearConditions } from './network-conditions';
import { resetSocket } from './reset-socket';

export type TestProxy = {
  host: string;
  port: number;
  /** Delays each direction by this much, also on open connections. */
  delay: (ms: number) => void;
  /** Limits the speed of each direction of each connection. */
  throttle: (bytesPerSecond: number) => void;
  /** Connections are taken and stay open, but nothing goes through in either direction until heal. */
  blackHole: () => void;
  /** Like a killed server: resets open connections and refuses new ones. */
  refuse: () => Promise<void>;
  /** Resets the connections of this moment; new ones go through. */
  resetAll: () => void;
  /** Ends the connections of this moment in order, as a server that stops; new ones go through. */
  endAll: () => void;
  /** Resets each connection, open or new, after this many further bytes of the target's answers. */
  cutAnswerAfter: (bytes: number) => void;
  /** `make` is called for each new connection and returns its interference; undefined: no more interference. */
  interfere: (make: (() => Interference) | undefined) => void;
  /** Ends every fault; what a black hole or a delay held back goes through now. */
  heal: () => Promise<void>;
  close: () => Promise<void>;
};

/** Takes what a client has sent and returns what goes on to the target. `answer` sends bytes to the client. */
export type Interference = (sent: Buffer, answer: (bytes: Buffer) => void) => Buffer;

type Pair = { client: Socket; target: Socket; answered: number };

const HOST = '127.0.0.1';

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, HOST);
  await once(server, 'listening');
}

/** Starts a proxy to `target` on a port of its own, in clear conditions. */
export async function startProxy(target: { host: string; port: number }): Promise<TestProxy> {
  const conditions = clearConditions();
  const pairs = new Set<Pair>();

  let makeInterference: (() => Interference) | undefined;

  const reset = (pair: Pair) => {
    resetSocket(pair.client);
    resetSocket(pair.target);
  };

  const join = (client: Socket) => {
    const pair: Pair = { client, target: connect({ ...target, allowHalfOpen: true }), answered: 0 };
    pairs.add(pair);
    const both = [pair.client, pair.target];
    for (const socket of both) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        if (both.every(({ destroyed }) => destroyed)) pairs.delete(pair);
      });
    }
    const interference = makeInterference?.();
    flowBytes(pair.client, pair.target, conditions, (bytes) =>
      interference ? interference(bytes, (answer) => void client.write(answer)) : bytes,
    );
    flowBytes(pair.target, pair.client, conditions, (bytes) => {
      if (!Number.isFinite(conditions.answerBytes)) return bytes;
      const left = conditions.answerBytes - pair.answered;
      pair.answered += bytes.length;
      if (bytes.length <= left) return bytes;
      // in a moment, so that the bytes before the cut leave first
      setImmediate(() => reset(pair));
      return bytes.subarray(0, Math.max(0, left));
    });
  };

  const server = createServer({ allowHalfOpen: true }, join);
  const port = await freePort();
  await listen(server, port);

  const resetAll = () => pairs.forEach(reset);
  const refuse = async () => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    resetAll();
    await closed;
  };
  return {
    host: HOST,
    port,
    delay: (ms) => void (conditions.delayMs = ms),
    throttle: (bytesPerSecond) => void (conditions.bytesPerSecond = bytesPerSecond),
    blackHole: () => void (conditions.isDark = true),
    refuse,
    resetAll,
    endAll: () => {
      for (const { client, target } of pairs) for (const socket of [client, target]) socket.destroy();
    },
    cutAnswerAfter: (bytes) => {
      for (const pair of pairs) pair.answered = 0;
      conditions.answerBytes = bytes;
    },
    interfere: (make) => void (makeInterference = make),
    heal: async () => {
      makeInterference = undefined;
      Object.assign(conditions, clearConditions());
      if (!server.listening) await listen(server, port);
    },
    close: refuse,
  };
}
