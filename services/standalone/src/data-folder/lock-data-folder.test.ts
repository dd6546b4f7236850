import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { requestFromOwner } from './request-from-owner';
import type { OwnerStatus } from './owner-status';
import { lockDataFolder, type DataFolderLock } from './lock-data-folder';
import { formerSocketPathOf, socketPathOf } from './socket-path';

let folder: string;
let socketPath: string;
const held: Extract<DataFolderLock, { kind: 'locked' }>[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-lock-'));
  socketPath = path.join(folder, 'kurz.sock');
});

afterEach(() => {
  for (const lock of held.splice(0)) lock.release();
  rmSync(folder, { recursive: true });
});

function actionsOf(pid: number, state: OwnerStatus['state'] = 'running') {
  return {
    status: () => ({ pid, state }),
    'apply-changes': () => Promise.reject(new Error('no database')),
    erase: () => undefined,
  };
}

async function lock(pid: number): Promise<DataFolderLock> {
  const outcome = await lockDataFolder(socketPath, actionsOf(pid));
  if (outcome.kind === 'locked') held.push(outcome);
  return outcome;
}

/** Starts a process that listens at the lock's path. The result sends it a signal. */
async function listenElsewhere(): Promise<(signal: 'SIGKILL' | 'SIGSTOP') => Promise<void>> {
  const script = `require('net').createServer().listen(${JSON.stringify(socketPath)}, () => console.log('listening'))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return async (signal) => {
    child.kill(signal);
    if (signal === 'SIGKILL') await once(child, 'exit');
  };
}

describe('lockDataFolder', () => {
  it('locks a free folder and leaves one name in it, readable by its owner alone', async () => {
    expect((await lock(1)).kind).toBe('locked');
    expect(readdirSync(folder)).toEqual(['kurz.sock']);
    expect(statSync(socketPath).mode & 0o777).toBe(0o600);
  });

  it('names the process that has the folder', async () => {
    await lock(4711);
    expect(await lock(2)).toEqual({ kind: 'in_use', owner: { pid: 4711, state: 'running' } });
    expect(readdirSync(folder)).toEqual(['kurz.sock']);
  });

  it('gives the folder to the next when it is released', async () => {
    const first = await lock(1);
    if (first.kind === 'locked') first.release();
    expect(readdirSync(folder)).toEqual([]);
    expect((await lock(2)).kind).toBe('locked');
  });

  it('takes over from a process that was killed', async () => {
    const signal = await listenElsewhere();
    await signal('SIGKILL');
    expect(readdirSync(folder)).toEqual(['kurz.sock']);
    expect((await lock(2)).kind).toBe('locked');
    expect(readdirSync(folder)).toEqual(['kurz.sock']);
  });

  it('waits for a process that ends while it is asked', async () => {
    const ending = createServer((socket) => {
      ending.close();
      socket.destroy();
    });
    ending.listen(socketPath);
    await once(ending, 'listening');
    expect((await lock(1)).kind).toBe('locked');
  });

  it('takes over from a plain file of that name', async () => {
    writeFileSync(socketPath, '');
    expect((await lock(2)).kind).toBe('locked');
  });

  it('does not take over from a process that is stopped', async () => {
    const signal = await listenElsewhere();
    await signal('SIGSTOP');
    expect(await lock(2)).toEqual({ kind: 'in_use', owner: undefined });
    await signal('SIGKILL');
  });

  it('gives the folder to exactly one of many that find a dead lock at once', async () => {
    for (let round = 0; round < 10; round++) {
      writeFileSync(socketPath, '');
      const outcomes = await Promise.all(Array.from({ length: 8 }, (_, pid) => lock(pid + 1)));
      expect(outcomes.filter(({ kind }) => kind === 'locked')).toHaveLength(1);
      for (const winner of held.splice(0)) winner.release();
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it('does what it is asked over the socket and says what went wrong', async () => {
    await lock(1);
    expect(await requestFromOwner(socketPath, 'status')).toEqual({
      kind: 'answered',
      answer: { pid: 1, state: 'running' },
    });
    expect(await requestFromOwner(socketPath, 'erase')).toEqual({ kind: 'answered', answer: { done: true } });
    expect(await requestFromOwner(socketPath, 'apply-changes')).toEqual({
      kind: 'answered',
      answer: { error: 'no database' },
    });
    expect(await requestFromOwner(socketPath, 'no-such-thing')).toEqual({
      kind: 'answered',
      answer: { error: 'unknown request' },
    });
  });
});

// only Linux can shorten a path by way of an open folder
describe('the lock of a folder with a long path', () => {
  const onLinux = process.platform === 'linux' ? it : it.skip;
  let long: string;
  beforeEach(() => mkdirSync((long = path.join(folder, 'd'.repeat(100)))));

  const lockLong = async (pid: number, socket = socketPathOf(long)) => {
    const outcome = await lockDataFolder(socket, actionsOf(pid), formerSocketPathOf(long));
    if (outcome.kind === 'locked') held.push(outcome);
    return outcome;
  };

  // a service with a private /tmp and a command beside it see different folders there
  onLinux('lies in the folder, whatever /tmp is', async () => {
    expect((await lockLong(1)).kind).toBe('locked');
    expect(readdirSync(long)).toEqual(['kurz.sock']);
    expect(await lockLong(2)).toEqual({ kind: 'in_use', owner: { pid: 1, state: 'running' } });
    for (const lock of held.splice(0)) lock.release();
    expect(readdirSync(long)).toEqual([]);
  });

  onLinux('is held by a process of an earlier release, which has it in /tmp', async () => {
    expect((await lockLong(1, formerSocketPathOf(long))).kind).toBe('locked');
    expect(await lockLong(2)).toEqual({ kind: 'in_use', owner: { pid: 1, state: 'running' } });
    expect(readdirSync(long)).toEqual([]);
  });
});
