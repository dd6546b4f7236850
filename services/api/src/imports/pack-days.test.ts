import { packDays, unpackDays } from './pack-days';

test('days in short are the same days again', () => {
  const counted = {
    days: [
      { day: '1970-01-01', clicks: 3 },
      { day: '2024-02-29', clicks: 999_999_999_999 },
    ],
    total: 0,
  };
  const packed = packDays(counted);
  expect(packed).toEqual({ counts: [0, 3, 19_782, 999_999_999_999], total: 0 });
  expect(unpackDays(packed)).toEqual(counted);
  expect(unpackDays(packDays({ days: [], total: undefined }))).toEqual({ days: [], total: undefined });
});

test('what is known of their visits stays with them', () => {
  const facts = { bots: 1, hours: [[23, 2, 1]] as const, by: [['geo', 'DE', 1]] as const };
  const counted = {
    days: [
      { day: '2026-02-28', clicks: 2, facts },
      { day: '2026-03-01', clicks: 1 },
    ],
    total: undefined,
  };
  expect(unpackDays(packDays(counted))).toEqual(counted);
});
