// A name server on a free UDP port of this machine, which knows the TXT records that a test gives it.

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { AUTHORITATIVE_ANSWER, decode, encode, type Answer } from 'dns-packet';

export type TestDnsServer = {
  /** `127.0.0.1:<port>`, as resolvers take it. */
  address: string;
  /** Sets the TXT records of a name, each a list of pieces; none: the name does not exist. */
  setTxt: (name: string, ...records: string[][]) => void;
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
  const asked: string[] = [];
  let manner: 'answer' | 'fail' | 'stay_silent' = 'answer';
  const socket = createSocket('udp4');
  socket.on('message', (message, { address, port }) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (!question || manner === 'stay_silent') return;
    const name = question.name.toLowerCase();
    asked.push(name);
    const records = txt.get(name);
    const answers = (records ?? []).map((data): Answer => ({ type: 'TXT', name, ttl: 0, data }));
    const code = manner === 'fail' ? SERVFAIL : records ? 0 : NXDOMAIN;
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
