// A name server on a free port of this machine, over UDP and TCP, with the records that a test sets. It follows CNAMEs
// as a resolver does.

import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv6, type AddressInfo, type Server } from 'node:net';
import {
  AUTHORITATIVE_ANSWER,
  decode,
  encode,
  streamEncode,
  TRUNCATED_RESPONSE,
  type Answer,
  type CaaData,
  type DecodedPacket,
} from 'dns-packet';

/** `stay_silent`: no answer. `cut_off`: truncated, over UDP only. `bogus`: wrong signatures, SERVFAIL if checked. */
export type DnsManner = 'answer' | 'fail' | 'stay_silent' | 'cut_off' | 'bogus';

type Data = { A: string; AAAA: string; CNAME: string; NS: string; TXT: string[]; CAA: CaaData };

export type TestDnsServer = {
  /** `127.0.0.1:<port>`, as resolvers take it. */
  address: string;
  /** Sets all records of a name and a type; none: they do not exist, nor does a name without any. */
  set: <T extends keyof Data>(name: string, type: T, ...data: Data[T][]) => void;
  /** Sets the TXT records of a name, each a list of pieces. */
  setTxt: (name: string, ...records: string[][]) => void;
  /** Sets a name's addresses: each list is the answer once, the last one from then on. */
  setAddresses: (name: string, ...answers: string[][]) => void;
  /** How queries are answered from now on: all queries, or only those for `names`. */
  behave: (manner: DnsManner, ...names: string[]) => void;
  /** Names that were queried. */
  asked: string[];
  close: () => Promise<void>;
};

const NXDOMAIN = 3;
const SERVFAIL = 2;
const MAX_CNAMES = 8;

/** Binds both to one port and resolves with it. When a port is free only for TCP, tries another one. */
async function bindBoth(tcp: Server, udp: Socket): Promise<number> {
  for (;;) {
    tcp.listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const { port } = tcp.address() as AddressInfo;
    udp.bind({ port, address: '127.0.0.1', exclusive: true });
    const failure = await once(udp, 'listening').then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error,
    );
    if (!failure) return port;
    tcp.close();
    await once(tcp, 'close');
    if (failure.code !== 'EADDRINUSE') throw failure;
  }
}

export async function startDnsServer(): Promise<TestDnsServer> {
  const records = new Map<string, Answer[]>();
  const addresses = new Map<string, string[][]>();
  const asked: string[] = [];
  let manner: DnsManner = 'answer';
  const manners = new Map<string, DnsManner>();
  const keyOf = (name: string, type: string) => `${name} ${type}`;

  const addressAnswers = (name: string, type: string): Answer[] => {
    const [now = [], ...later] = addresses.get(name) ?? [];
    const known = now.filter((data) => (isIPv6(data) ? 'AAAA' : 'A') === type);
    if (known.length > 0 && later.length > 0) addresses.set(name, later);
    return known.map((data): Answer => ({ type: isIPv6(data) ? 'AAAA' : 'A', name, ttl: 0, data }));
  };
  const has = (name: string) =>
    addresses.has(name) ||
    [...records.keys()].some(
      (key) => key.startsWith(`${name} `) || key.split(' ', 1)[0]?.endsWith(`.${name}`),
    );

  /** Finds the records of a name, with the CNAMEs on the way. */
  function find(name: string, type: string): { code: number; answers: Answer[] } {
    const answers: Answer[] = [];
    let at = name;
    for (let hops = 0; hops < MAX_CNAMES; hops++) {
      const own = [...(records.get(keyOf(at, type)) ?? []), ...addressAnswers(at, type)];
      const [alias] = own.length > 0 ? [] : (records.get(keyOf(at, 'CNAME')) ?? []);
      if (alias?.type !== 'CNAME') return { code: has(at) ? 0 : NXDOMAIN, answers: [...answers, ...own] };
      answers.push(alias);
      at = alias.data;
    }
    return { code: 0, answers };
  }

  function answerTo(packet: DecodedPacket, isUdp: boolean) {
    const { id, questions = [], flag_cd: isUnchecked } = packet;
    const [question] = questions;
    const name = question?.name.toLowerCase() ?? '';
    const own = manners.get(name) ?? manner;
    if (!question || own === 'stay_silent') return undefined;
    asked.push(name);
    if (own === 'fail' || (own === 'bogus' && !isUnchecked))
      return { type: 'response', id, flags: SERVFAIL, questions } as const;
    if (own === 'cut_off' && isUdp)
      return { type: 'response', id, flags: TRUNCATED_RESPONSE, questions } as const;
    const { code, answers } = find(name, question.type);
    return { type: 'response', id, flags: AUTHORITATIVE_ANSWER | code, questions, answers } as const;
  }

  const tcp = createServer((connection) => {
    connection.on('error', () => undefined);
    connection.once('data', (query: Buffer) => {
      const answer = answerTo(decode(query.subarray(2)), false);
      if (answer) connection.end(streamEncode(answer));
    });
  });
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const answer = answerTo(decode(message), true);
    if (answer) socket.send(encode(answer), from.port, from.address);
  });
  const port = await bindBoth(tcp, socket);

  const set: TestDnsServer['set'] = (name, type, ...data) => {
    if (data.length === 0) records.delete(keyOf(name, type));
    // the type of the data is that of the record
    else
      records.set(
        keyOf(name, type),
        data.map((one) => ({ name, type, ttl: 0, data: one }) as Answer),
      );
  };
  return {
    address: `127.0.0.1:${port}`,
    set,
    setTxt: (name, ...texts) => set(name, 'TXT', ...texts),
    setAddresses: (name, ...answers) => addresses.set(name, answers),
    behave: (next, ...names) => {
      if (names.length === 0) manner = next;
      for (const name of names) manners.set(name, next);
    },
    asked,
    close: async () => {
      socket.close();
      tcp.close();
      await Promise.all([once(socket, 'close'), once(tcp, 'close')]);
    },
  };
}
