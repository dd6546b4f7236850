import type { Log } from '@kurz/process';
import { repeat } from './repeat';

function logging() {
  const events: unknown[] = [];
  const note = (fields: unknown) => void events.push(fields);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  return { log, events };
}
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 2));
};

describe('a task', () => {
  it('runs at once, when triggered, and once more when triggered while it runs', async () => {
    let runs = 0;
    let finish = () => {};
    const stopping = new AbortController();
    const done = () => undefined;
    const run = () => {
      runs++;
      return new Promise<void>((resolve) => (finish = resolve));
    };
    const task = repeat(
      { ...logging(), signal: stopping.signal, done },
      { name: 'sweep', everyMs: 60_000, run },
    );
    expect(runs).toBe(1);
    finish();
    await new Promise((resolve) => setTimeout(resolve, 5));
    task.trigger();
    await until(() => runs === 2);
    task.trigger();
    task.trigger();
    finish();
    await until(() => runs === 3);
    finish();
    stopping.abort();
    await task.ended;
    expect(runs).toBe(3);
  });

  it('goes on after a failure, logs its begin and its end once, and has done no round until then', async () => {
    const { log, events } = logging();
    const stopping = new AbortController();
    let runs = 0;
    const doneAfter: number[] = [];
    const done = () => void doneAfter.push(runs);
    const run = () => (++runs <= 3 ? Promise.reject(new Error('away')) : Promise.resolve());
    const task = repeat({ log, signal: stopping.signal, done }, { name: 'sweep', everyMs: 1, run });
    await until(() => runs > 6);
    stopping.abort();
    await task.ended;
    expect(events).toMatchObject([
      { event: 'maintenance_waits', task: 'sweep' },
      { event: 'maintenance_goes_on' },
    ]);
    expect(doneAfter.slice(0, 3)).toEqual([4, 5, 6]);
  });
});
