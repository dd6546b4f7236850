import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDataFolder } from './data-folder';
import { forgetOldPepper, openSecrets, rotatePepper } from './secrets';
import { socketPathOf } from './socket-path';

let parent: string;

beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'kurz-secrets-'));
});

afterEach(() => rmSync(parent, { recursive: true }));

describe('openSecrets', () => {
  it('makes secrets once, for the owner of the folder alone', () => {
    const folder = openDataFolder(path.join(parent, 'data'));
    const secrets = openSecrets(folder);
    expect(secrets.tokenPepper.length).toBeGreaterThanOrEqual(32);
    expect(statSync(folder.secretsFile).mode & 0o777).toBe(0o600);
    expect(openSecrets(folder)).toEqual(secrets);
  });

  it('never makes new ones over data that needs the old ones', () => {
    const folder = openDataFolder(path.join(parent, 'data'));
    mkdirSync(folder.postgres);
    expect(() => openSecrets(folder)).toThrow('secrets.json is missing');
  });

  it('says so when the file is damaged', () => {
    const folder = openDataFolder(path.join(parent, 'data'));
    writeFileSync(folder.secretsFile, '{"tokenPepper":');
    expect(() => openSecrets(folder)).toThrow('is damaged');
  });
});

describe('rotatePepper', () => {
  it('keeps the pepper until now beside a new one until it is forgotten, and nothing else changes', () => {
    const folder = openDataFolder(path.join(parent, 'data'));
    const before = openSecrets(folder);
    rotatePepper(folder, new Date('2026-01-01T00:00:00Z'));
    const rotated = openSecrets(folder);
    expect(rotated).toEqual({
      tokenPepper: rotated.tokenPepper,
      postgresPassword: before.postgresPassword,
      oldTokenPepper: before.tokenPepper,
      pepperRotatedAt: '2026-01-01T00:00:00.000Z',
    });
    expect(rotated.tokenPepper).not.toBe(before.tokenPepper);
    expect(statSync(folder.secretsFile).mode & 0o777).toBe(0o600);
    forgetOldPepper(folder);
    const { tokenPepper, postgresPassword } = rotated;
    expect(openSecrets(folder)).toEqual({ tokenPepper, postgresPassword });
  });
});

describe('openDataFolder', () => {
  it('makes the folder closed to others', () => {
    const { directory } = openDataFolder(path.join(parent, 'deep', 'data'));
    expect(statSync(directory).mode & 0o066).toBe(0);
  });

  it('closes the folders of counts in it to others, lets a group keep what it may do, and leaves foreign folders', () => {
    const [part, foreign] = ['clickhouse', 'foreign'].map((name) => path.join(parent, 'data', name));
    for (const one of [part, foreign]) {
      mkdirSync(one ?? '', { recursive: true });
      chmodSync(one ?? '', 0o757);
    }
    openDataFolder(path.join(parent, 'data'));
    expect(statSync(part ?? '').mode & 0o777).toBe(0o750);
    expect(statSync(foreign ?? '').mode & 0o777).toBe(0o757);
  });
});

describe('socketPathOf', () => {
  it('lies in the folder, and in /tmp when its path would be too long for a socket', () => {
    expect(socketPathOf('/srv/kurz')).toBe('/srv/kurz/kurz.sock');
    const long = `/srv/${'x'.repeat(90)}`;
    expect(socketPathOf(long)).toMatch(/^\/tmp\/kurz-[0-9a-f]{20}\.sock$/);
    expect(socketPathOf(long)).not.toBe(socketPathOf(`${long}y`));
  });
});
