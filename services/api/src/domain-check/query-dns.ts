// Queries name servers over UDP, and over TCP when the answer is truncated. Unlike Node's resolver it
// distinguishes a missing name from a missing record, shows the CNAMEs on the way, and can ask for an answer whose
// signatures are not checked.

import { createSocket } from 'node:dgram';
import { randomInt } from 'node:crypto';
import { connect, isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CHECKING_DISABLED,
  decode,
  encode,
  RECURSION_DESIRED,
  type Answer,
  type RecordType,
} from 'dns-packet';

export type DnsQuestion = {
  name: string;
  type: RecordType;
  /** Accepts an answer whose signatures are wrong. */
  isUnchecked?: boolean;
};

export type DnsReply =
  | { kind: 'reply'; code: 'none' | 'no_such_name'; answers: Answer[] }
  /** SERVFAIL, REFUSED and the like. */
  | { kind: 'failed' }
  | { kind: 'silent' };

export type QueryDns = (question: DnsQuestion, signal: AbortSignal) => Promise<DnsReply>;

/** The delay after which the next server, or the only one once more, is queried as well. */
const STAGGER_MS = 400;
const MAX_SERVERS = 3;
const DNS_PORT = 53;
/** Passes every network without fragmentation. */
const UDP_BYTES = 1_232;
const MAX_TCP_BYTES = 65_537;
const CODE_BITS = 15;
const NXDOMAIN = 3;

type Server = { host: string; port: number };

/** `address`, `address:port`, `[IPv6 address]` or `[IPv6 address]:port`. */
export function serverOf(text: string): Server {
  const [, host, port] = /^\[(.*)\](?::(\d+))?$/.exec(text) ?? /^([^:]*):(\d+)$/.exec(text) ?? [];
  return { host: host ?? text, port: port === undefined ? DNS_PORT : Number(port) };
}

/** Rejects when the signal aborts. */
function overUdp({ host, port }: Server, query: Buffer, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
    let hasEnded = false;
    const end = (settle: () => void) => {
      if (hasEnded) return;
      hasEnded = true;
      signal.removeEventListener('abort', onAbort);
      socket.close();
      settle();
    };
    const onAbort = () => end(() => reject(new Error('no answer in time')));
    signal.addEventListener('abort', onAbort);
    socket.on('error', (error) => end(() => reject(error)));
    socket.on('message', (message) => {
      // a stray answer to another question is passed over
      if (message.length >= 12 && message.readUInt16BE() === query.readUInt16BE())
        end(() => resolve(message));
    });
    // on a connected socket nobody else can answer in the server's place
    socket.connect(port, host, () => {
      if (!hasEnded) socket.send(query);
    });
  });
}

function overTcp({ host, port }: Server, query: Buffer, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal });
    let received = Buffer.alloc(0);
    socket.on('error', reject).on('close', () => reject(new Error('the connection ended')));
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const length = received.length < 2 ? MAX_TCP_BYTES : received.readUInt16BE();
      if (received.length < length + 2) return;
      resolve(received.subarray(2, length + 2));
      socket.destroy();
    });
    const length = Buffer.alloc(2);
    length.writeUInt16BE(query.length);
    socket.write(Buffer.concat([length, query]));
  });
}

/** Rejects without a reply to this question. */
async function queryServer(server: Server, question: DnsQuestion, signal: AbortSignal): Promise<DnsReply> {
  signal.throwIfAborted();
  const { name, type, isUnchecked = false } = question;
  const query = encode({
    type: 'query',
    id: randomInt(0x10000),
    flags: RECURSION_DESIRED | (isUnchecked ? CHECKING_DISABLED : 0),
    questions: [{ name, type }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: UDP_BYTES,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  });
  let packet = decode(await overUdp(server, query, signal));
  if (packet.flag_tc) packet = decode(await overTcp(server, query, signal));
  const [asked] = packet.questions ?? [];
  if (asked?.name.toLowerCase() !== name.toLowerCase() || asked.type !== type)
    throw new Error('the answer is to another question');
  const code = (packet.flags ?? 0) & CODE_BITS;
  if (code !== 0 && code !== NXDOMAIN) return { kind: 'failed' };
  return { kind: 'reply', code: code === 0 ? 'none' : 'no_such_name', answers: packet.answers ?? [] };
}

/** `servers`: addresses, optionally with a port. The first reply counts; without one, `failed` if any server failed. */
export function makeQueryDns(servers: readonly string[]): QueryDns {
  const [first, ...others] = servers.slice(0, MAX_SERVERS).map(serverOf);
  if (!first) return () => Promise.resolve({ kind: 'silent' });
  const queried = others.length > 0 ? [first, ...others] : [first, first];
  return async (question, outer) => {
    const controller = new AbortController();
    const signal = AbortSignal.any([outer, controller.signal]);
    let hasFailed = false;
    const attempts = queried.map(async (server, index) => {
      if (index > 0) await sleep(index * STAGGER_MS, undefined, { signal });
      const reply = await queryServer(server, question, signal);
      if (reply.kind === 'reply') return reply;
      hasFailed = true;
      throw new Error('the server has failed');
    });
    try {
      return await Promise.any(attempts);
    } catch {
      return { kind: hasFailed ? 'failed' : 'silent' };
    } finally {
      controller.abort();
    }
  };
}
