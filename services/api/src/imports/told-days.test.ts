import { packDays, unpackDays } from './told-days';

test('days in short are the same days again', () => {
  const told = {
    days: [
      { day: '1970-01-01', clicks: 3 },
      { day: '2024-02-29', clicks: 999_999_999_999 },
    ],
    total: 0,
  };
  const packed = packDays(told);
  expect(packed).toEqual({ counts: [0, 3, 19_782, 999_999_999_999], total: 0 });
  expect(unpackDays(packed)).toEqual(told);
  expect(unpackDays(packDays({ days: [], total: undefined }))).toEqual({ days: [], total: undefined });
});
