import { CLICK_DIMENSIONS } from '@kurz/click-event';
import type { LiveDay } from '../port/live-clicks';
import { emptyLiveDay } from '../port/sum-live-days';
import { decodeCounts, encodeCounts } from './stored-counts';

const DAY = '2026-03-05';
const KEYS = [
  'DE',
  '',
  'a "quoted" one',
  'back\\slash',
  'tab\t',
  '\u0000',
  '\u007f',
  'é 日本 😀',
  '\ud800',
  '__proto__',
];

function dayWith(seed: number): LiveDay {
  const day = { ...emptyLiveDay(DAY), requests: 30 + seed, bots: seed, qr: 2 };
  day.humansByHour[seed] = 10;
  day.humansByHour[23] = 20;
  for (const [at, dimension] of CLICK_DIMENSIONS.entries()) {
    for (const key of KEYS.slice(at)) day.by[dimension].set(key, seed + at);
  }
  return day;
}

describe('the counts of a link and day as Redis keeps them', () => {
  it('are read as they were written, whatever their keys are', () => {
    for (const workspaceId of ['ws_1', ...KEYS]) {
      const counts = { workspaceId, settled: dayWith(3), to: 2 ** 40, added: dayWith(7) };
      const text = encodeCounts(counts);
      expect(decodeCounts(text, DAY)).toEqual(counts);
      // as it was written before, to the byte
      expect(text).toBe(JSON.stringify(JSON.parse(text)));
    }
  });

  it('have nothing for what is not there', () => {
    const text = encodeCounts({ workspaceId: 'ws_1', settled: undefined, to: 9, added: undefined });
    expect(text).toBe('["ws_1",0,9,0]');
    expect(decodeCounts(text, DAY)).toMatchObject({ settled: emptyLiveDay(DAY), added: emptyLiveDay(DAY) });
  });
});
