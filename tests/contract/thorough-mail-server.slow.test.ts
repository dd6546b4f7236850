// A mail server that delays its greeting to strangers and inspects each mail for long before it answers: each mail
// arrives, and arrives once.

import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { checkMailServer } from '@kurz/api';
import { freePort } from '@kurz/backends';
import { addPerson } from './console-browser';
import { makeMailWorld } from './mail-world';
import { startApi } from './start-api';
import { startBrokenMailServer } from './start-broken-mail-server';

const GREETING_MS = 7_000;
const LOOK_MS = 14_000;

async function startThoroughServer() {
  let mails = 0;
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    let isMail = false;
    let mail = '';
    const say = (line: string, ms = 0) => setTimeout(() => socket.write(`${line}\r\n`), ms);
    say('220 mail.example', GREETING_MS);
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      if (isMail) mail += text;
      if (!isMail) {
        isMail = text.startsWith('DATA');
        say(isMail ? '354 go on' : '250 fine');
      } else if (mail.endsWith('\r\n.\r\n')) {
        // counts as delivered to the mailbox, whether or not its sender still waits
        mails += 1;
        isMail = false;
        say('250 taken', LOOK_MS);
      }
    });
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    serve(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails: () => mails,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a mail comes once to a server that takes long for its greeting and for its last answer', async () => {
  const mailServer = await startThoroughServer();
  const mail = { smtpUrl: mailServer.url, from: 'kurz@krz.example', appUrl: 'https://krz.example' };
  const api = await startApi({ settings: { mail, trustedProxies: 1 } });
  try {
    const { askForReset, emptied } = makeMailWorld(() => api);
    const { email } = await addPerson(api);
    await askForReset(email);
    await emptied();
    expect(mailServer.mails()).toBe(1);
  } finally {
    await api.close();
    await mailServer.close();
  }
});

test('the check of the mail server ends where an answer never does', async () => {
  const port = await freePort();
  const broken = await startBrokenMailServer(port, 'end of an answer');
  expect(await checkMailServer(`smtp://127.0.0.1:${port}`)).toMatchObject({ kind: 'away' });
  await broken.close();
});
