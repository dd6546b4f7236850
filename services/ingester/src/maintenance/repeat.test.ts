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

describe('a chore', () => {
  it('runs at once, when nudged, and once more when nudged while it runs', async () => {
    let runs = 0;
    let finish = () => {};
    const stopping = new AbortController();
    const done = () => undefined;
    const run = () => {
      runs++;
      return new Promise<void>((resolve) => (finish = resolve));
    };
    const chore = repeat(
      { ...logging(), signal: stopping.signal, done },
      { name: 'sweep', everyMs: 60_000, run },
    );
    expect(runs).toBe(1);
    finish();
    await new Promise((resolve) => setTimeout(resolve, 5));
    chore.nudge();
    await until(() => runs === 2);
    chore.nudge();
    chore.nudge();
    finish();
    await until(() => runs === 3);
    finish();
    stopping.abort();
    await chore.ended;
    expect(runs).toBe(3);
  });

  it('goes on after a failure, logs its begin and its end once, and has done no round until then', async () => {
    const { log, events } = logging();
    const stopping = new AbortController();
    let runs = 0;
    const doneAfter: number[] = [];
    const done = () => void doneAfter.push(runs);
    const run = () => (++runs <= 3 ? Promise.reject(new Error('away')) : Promise.resolve());
    const chore = repeat({ log, signal: stopping.signal, done }, { name: 'sweep', everyMs: 1, run });
    await until(() => runs > 6);
    stopping.abort();
    await chore.ended;
    expect(events).toMatchObject([{ event: 'chore_waits', chore: 'sweep' }, { event: 'chore_goes_on' }]);
    expect(doneAfter.slice(0, 3)).toEqual([4, 5, 6]);
  });
});
