import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeIntentFiles } from './intent-files';

let directory: string;
beforeEach(() => (directory = mkdtempSync(path.join(tmpdir(), 'kurz-intents-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('intent files', () => {
  it('give back what was recorded last, for each partition apart, also to the next process', async () => {
    const intents = makeIntentFiles(directory);
    await intents.record({ partition: 0, from: 0, to: 120 });
    await intents.record({ partition: 0, from: 120, to: null });
    await intents.record({ partition: 1000, from: 0, to: 7 });
    const next = makeIntentFiles(directory);
    expect(await next.read(0)).toEqual({ partition: 0, from: 120, to: null });
    expect(await next.read(1000)).toEqual({ partition: 1000, from: 0, to: 7 });
    expect(await next.partitions()).toEqual([0, 1000]);
  });

  it('say that a partition has none yet', async () => {
    const intents = makeIntentFiles(path.join(directory, 'not', 'yet'));
    expect(await intents.read(0)).toBeUndefined();
    expect(await intents.partitions()).toEqual([]);
  });

  it('keep the old intent when the process ended while it wrote the new one', async () => {
    const intents = makeIntentFiles(directory);
    await intents.record({ partition: 0, from: 5, to: null });
    writeFileSync(path.join(directory, 'plan-0.json.tmp'), '{"partition":0,"fr');
    const next = makeIntentFiles(directory);
    expect(await next.read(0)).toEqual({ partition: 0, from: 5, to: null });
    expect(await next.partitions()).toEqual([0]);
    await next.record({ partition: 0, from: 5, to: 9 });
    expect(await next.read(0)).toEqual({ partition: 0, from: 5, to: 9 });
    expect(readdirSync(directory)).toEqual(['plan-0.json']);
  });

  it.each(['', '{', '{}', '[0]', '{"partition":0,"from":-1,"to":null}', '{"partition":0,"from":9,"to":9}'])(
    'throw for the content %j rather than begin anew',
    async (content) => {
      writeFileSync(path.join(directory, 'plan-0.json'), content);
      await expect(makeIntentFiles(directory).read(0)).rejects.toThrow('is not an intent');
    },
  );
});
