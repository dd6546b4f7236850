import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { linkSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileIdentityOf, takeSocketName, type NameHolder } from './socket-name';

let folder: string;
let name: string;
const closes: (() => void)[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-name-'));
  name = path.join(folder, 'lock');
});
afterEach(() => {
  for (const close of closes.splice(0)) close();
  rmSync(folder, { recursive: true, force: true });
});

async function listen() {
  const own = path.join(folder, `own.${randomBytes(4).toString('hex')}`);
  const server = createServer((socket) => socket.destroy()).listen(own);
  await once(server, 'listening');
  closes.push(() => server.close());
  return { own, server };
}

/** Leaves a name that refuses connections, as kill -9 does. */
async function leaveDead(at: string): Promise<void> {
  const { own, server } = await listen();
  linkSync(own, at);
  server.close();
  await once(server, 'close');
}

const ask = async (at: string): Promise<NameHolder<string>> => {
  const socket = connect(at);
  const isHeld = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return isHeld ? { kind: 'held', holder: at } : { kind: 'nobody' };
};

describe('a name that a socket listens under', () => {
  it('is had by the first, whom the others find', async () => {
    const [first, second] = [await listen(), await listen()];
    expect((await takeSocketName(name, first.own, ask)).kind).toBe('taken');
    expect(await takeSocketName(name, second.own, ask)).toEqual({ kind: 'held', holder: name });
  });

  it('is not touched any more, once taken from a dead one, by another that found it dead as well', async () => {
    await leaveDead(name);
    const [first, late] = [await listen(), await listen()];
    let goOn: () => void = () => undefined;
    const standsStill = new Promise<void>((resolve) => (goOn = resolve));
    let hasAsked = false;
    const askAndStandStill = async (at: string) => {
      const answer = await ask(at);
      if (!hasAsked) {
        hasAsked = true;
        await standsStill;
      }
      return answer;
    };
    const taking = takeSocketName(name, late.own, askAndStandStill);
    while (!hasAsked) await sleep(1);
    expect((await takeSocketName(name, first.own, ask)).kind).toBe('taken');
    const before = statSync(name, { bigint: true }).ctimeNs;
    goOn();
    expect((await taking).kind).toBe('held');
    expect(fileIdentityOf(name)).toBe(fileIdentityOf(first.own));
    // its file was neither moved nor linked anew: otherwise a third process would have found no name in between
    expect(statSync(name, { bigint: true }).ctimeNs).toBe(before);
  });

  it.each(['the owner', 'the owner, and one that was about to succeed it'])(
    'is had by one alone of many when it was left by %s',
    async (dead) => {
      await leaveDead(name);
      const hash = createHash('sha256').update(fileIdentityOf(name) ?? '');
      if (dead !== 'the owner') await leaveDead(`${name}.${hash.digest('hex').slice(0, 8)}`);
      const takers = await Promise.all(Array.from({ length: 12 }, listen));
      const askLate = async (at: string) => {
        const answer = await ask(at);
        await sleep(Math.random() * 10);
        return answer;
      };
      const taken = await Promise.all(takers.map(({ own }) => takeSocketName(name, own, askLate)));
      const winners = takers.filter((_, index) => taken[index]?.kind === 'taken');
      expect(winners).toHaveLength(1);
      expect(fileIdentityOf(name)).toBe(fileIdentityOf(winners[0]?.own ?? ''));
      // nothing is left but the name and the takers' own
      const left = readdirSync(folder).filter((file) => !file.startsWith('own.'));
      expect(left).toEqual(['lock']);
    },
  );
});
