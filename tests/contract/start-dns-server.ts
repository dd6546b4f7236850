// A name server on a free UDP port of this machine, which knows the records that a test gives it.

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { AUTHORITATIVE_ANSWER, decode, encode, type Answer } from 'dns-packet';

export type TestDnsServer = {
  /** `127.0.0.1:<port>`, as resolvers take it. */
  address: string;
  /** Sets the TXT records of a name, each a list of pieces; none: the name does not exist. */
  setTxt: (name: string, ...records: string[][]) => void;
  /** Sets the addresses of a name; each list is answered once, the last from then on. */
  setAddresses: (name: string, ...answers: string[][]) => void;
  /** What happens to queries from now on. */
  behave: (manner: 'answer' | 'fail' | 'stay_silent') => void;
  /** Names that were asked for. */
  asked: string[];
  close: () => Promise<void>;
};

const NXDOMAIN = 3;
const SERVFAIL = 2;

export async function startDnsServer(): Promise<TestDnsServer> {
  const txt = new Map<string, string[][]>();
  const addresses = new Map<string, string[][]>();
  const asked: string[] = [];
  let manner: 'answer' | 'fail' | 'stay_silent' = 'answer';
  const addressAnswers = (name: string, type: string): Answer[] => {
    const [now = [], ...later] = addresses.get(name) ?? [];
    const known = now.filter((data) => (isIPv6(data) ? 'AAAA' : 'A') === type);
    if (known.length > 0 && later.length > 0) addresses.set(name, later);
    return known.map((data): Answer => ({ type: isIPv6(data) ? 'AAAA' : 'A', name, ttl: 0, data }));
  };
  const socket = createSocket('udp4');
  socket.on('message', (message, { address, port }) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (!question || manner === 'stay_silent') return;
    const name = question.name.toLowerCase();
    asked.push(name);
    const answers =
      question.type === 'TXT'
        ? (txt.get(name) ?? []).map((data): Answer => ({ type: 'TXT', name, ttl: 0, data }))
        : addressAnswers(name, question.type);
    const code = manner === 'fail' ? SERVFAIL : txt.has(name) || addresses.has(name) ? 0 : NXDOMAIN;
    const packet = { type: 'response', id, flags: AUTHORITATIVE_ANSWER | code, questions, answers } as const;
    socket.send(encode(packet), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    setTxt: (name, ...records) => {
      if (records.length > 0) txt.set(name, records);
      else txt.delete(name);
    },
    setAddresses: (name, ...answers) => addresses.set(name, answers),
    behave: (next) => {
      manner = next;
    },
    asked,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
