import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog } from '@kurz/process';
import { makeDeadLetters } from './dead-letters';

let directory: string;
beforeEach(() => (directory = mkdtempSync(path.join(tmpdir(), 'kurz-dead-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const file = () => path.join(directory, 'dead-letters.ndjson');

describe('dead letters', () => {
  it('keep a line with its reason and where it was, for the owner of the process only', async () => {
    const keep = makeDeadLetters({ log: silentLog }, directory);
    await keep({ partition: 0, from: 40 }, [{ line: 'x\u0000y', reason: 'bad_time' }]);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
      partition: 0,
      from: 40,
      reason: 'bad_time',
      line: 'x\u0000y',
    });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('fill a bounded file and then stop, in a flood too', async () => {
    const keep = makeDeadLetters({ log: silentLog }, directory);
    const poison = Array.from({ length: 400 }, () => ({
      line: 'x'.repeat(60_000),
      reason: 'bad_time' as const,
    }));
    for (let round = 0; round < 3; round++) await keep({ partition: 0, from: round }, poison);
    expect(statSync(file()).size).toBeLessThanOrEqual(1024 * 1024);
    expect(statSync(file()).size).toBeGreaterThan(1000 * 1024);
  });

  it('stop nothing when they cannot be kept', async () => {
    const keep = makeDeadLetters({ log: silentLog }, path.join(directory, 'missing'));
    await keep({ partition: 0, from: 0 }, [{ line: 'x', reason: 'bad_time' }]);
  });
});
