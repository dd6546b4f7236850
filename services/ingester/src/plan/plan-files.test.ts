import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makePlanFiles } from './plan-files';

let directory: string;
beforeEach(() => (directory = mkdtempSync(path.join(tmpdir(), 'kurz-plans-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('plan files', () => {
  it('give back what was recorded last, for each partition apart, also to the next process', async () => {
    const plans = makePlanFiles(directory);
    await plans.record({ partition: 0, from: 0, to: 120 });
    await plans.record({ partition: 0, from: 120, to: null });
    await plans.record({ partition: 1000, from: 0, to: 7 });
    const next = makePlanFiles(directory);
    expect(await next.read(0)).toEqual({ partition: 0, from: 120, to: null });
    expect(await next.read(1000)).toEqual({ partition: 1000, from: 0, to: 7 });
    expect(await next.partitions()).toEqual([0, 1000]);
  });

  it('say that a partition has none yet', async () => {
    const plans = makePlanFiles(path.join(directory, 'not', 'yet'));
    expect(await plans.read(0)).toBeUndefined();
    expect(await plans.partitions()).toEqual([]);
  });

  it('keep the old plan when the process ended while it wrote the new one', async () => {
    const plans = makePlanFiles(directory);
    await plans.record({ partition: 0, from: 5, to: null });
    writeFileSync(path.join(directory, 'plan-0.json.tmp'), '{"partition":0,"fr');
    const next = makePlanFiles(directory);
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
      await expect(makePlanFiles(directory).read(0)).rejects.toThrow('is not a plan');
    },
  );
});
