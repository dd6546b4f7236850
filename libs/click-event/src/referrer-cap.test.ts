import { admitHost, capReferrers, isReferrerHost, REFERRER_CAP } from './referrer-cap';

const hosts = (count: number) => Array.from({ length: count }, (_, number) => `h${number}.example`);

test('a set of hosts takes new ones until it is full, and keeps the ones it has', () => {
  const admitted = new Set<string>();
  for (const host of hosts(REFERRER_CAP)) expect(admitHost(host, admitted)).toBe(true);
  expect(admitHost('late.example', admitted)).toBe(false);
  expect(admitHost('h0.example', admitted)).toBe(true);
  expect(admitted.size).toBe(REFERRER_CAP);
});

test('humans of refused hosts are counted under ~other, and every human is counted', () => {
  const humans = new Map([
    ['~direct', 1],
    ['~other', 2],
    ['in.example', 4],
    ['out.example', 8],
    ['also-out.example', 16],
  ]);
  expect([...capReferrers(humans, (host) => host === 'in.example')]).toEqual([
    ['~direct', 1],
    ['~other', 26],
    ['in.example', 4],
  ]);
});

test('~direct and ~other need no place in the set', () => {
  const asked: string[] = [];
  capReferrers(
    new Map([
      ['~direct', 1],
      ['~other', 1],
      ['a.example', 1],
    ]),
    (host) => asked.push(host) > 0,
  );
  expect(asked).toEqual(['a.example']);
  expect(['~direct', '~other', 'a.example'].map(isReferrerHost)).toEqual([false, false, true]);
});
