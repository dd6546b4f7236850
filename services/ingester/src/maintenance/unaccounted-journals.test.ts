import type { ShippedJournal } from '@kurz/click-stream';
import { countUnaccounted } from './unaccounted-journals';

const shipped = (lasts: Record<number, number>): ShippedJournal => ({
  until: 0,
  at: 0,
  isAtRest: false,
  lasts: new Map(Object.entries(lasts).map(([partition, last]) => [Number(partition), last])),
});

const consolidated = (ends: Record<string, number>) => (journal: string) => ends[journal];

test.each([
  ['as far as it was shipped', { one: 100 }, 0],
  ['further, because more was shipped meanwhile', { one: 180 }, 0],
  ['less far', { one: 60 }, 1],
  ['unknown, because another ingester had the partition before', {}, 0],
])('a journal whose consolidated end is %s', (_, ends: Record<string, number>, unaccounted) => {
  const journals = new Map([['one', shipped({ 0: 100, 1: 400 })]]);
  expect(countUnaccounted(journals, { partition: 0, lastOf: consolidated(ends) })).toBe(unaccounted);
});

test('a journal that shipped nothing into the partition is accounted for', () => {
  const journals = new Map([['one', shipped({ 1: 400 })]]);
  expect(countUnaccounted(journals, { partition: 0, lastOf: consolidated({ one: 3 }) })).toBe(0);
});
