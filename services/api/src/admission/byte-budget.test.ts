import { makeByteBudget } from './byte-budget';

function budget() {
  const { open, held } = makeByteBudget({ processBytes: 1_000, principalBytes: 300 });
  return {
    held,
    open: (...names: string[]) => open({ kind: 'known', names }),
    openOf: (address: string) => open({ kind: 'anonymous', address }),
  };
}

test('a principal holds no more than its limit, and others are none the worse', () => {
  const { open, held } = budget();
  expect(open('a').take(200)).toBeUndefined();
  expect(open('a').take(101)).toBe('principal');
  expect(open('a').take(100)).toBeUndefined();
  expect(open('b').take(300)).toBeUndefined();
  expect(held()).toBe(600);
});

test('what is given back can be taken again, once', () => {
  const { open, held } = budget();
  const hold = open('a');
  hold.take(100);
  hold.take(150);
  hold.release();
  hold.release();
  expect(held()).toBe(0);
  hold.takeAnyway(100);
  expect(held()).toBe(0);
  expect(open('a').take(300)).toBeUndefined();
});

test('a person holds no more than the limit in all workspaces, and a workspace of all its members', () => {
  const { open } = budget();
  expect(open('ws 1', 'person').take(200)).toBeUndefined();
  expect(open('ws 2', 'person').take(101)).toBe('principal');
  expect(open('ws 2', 'person').take(100)).toBeUndefined();
  expect(open('ws 2', 'other').take(201)).toBe('principal');
  expect(open('ws 2', 'other').take(200)).toBeUndefined();
  expect(open('ws 3', 'person').take(1)).toBe('principal');
});

test('what a workspace and a person hold is held once, and given back for both', () => {
  const { open, held } = budget();
  const hold = open('ws', 'person');
  hold.take(250);
  expect(held()).toBe(250);
  hold.release();
  expect(held()).toBe(0);
  expect([open('ws').take(300), open('person').take(300)]).toEqual([undefined, undefined]);
});

test('the last quarter is for those who hold little', () => {
  const { open } = budget();
  for (const principal of ['a', 'b', 'c']) expect(open(principal).take(250)).toBeUndefined();
  expect(open('c').take(10)).toBe('process');
  expect(open('d').take(20)).toBeUndefined();
  expect(open('d').take(20)).toBeUndefined();
  expect(open('d').take(40)).toBe('process');
  expect(open('e').take(63)).toBe('process');
  expect(open('e', 'd').take(40)).toBe('process');
  for (const principal of ['e', 'f', 'g']) expect(open(principal).take(60)).toBeUndefined();
  expect(open('h').take(31)).toBe('process');
});

test('one request may be larger than the limit of who asks, but not take what is kept for others', () => {
  const { open } = budget();
  expect(open('other').take(50)).toBeUndefined();
  const hold = open('ws', 'person');
  expect([hold.take(20), hold.take(680)]).toEqual([undefined, undefined]);
  expect(hold.take(1)).toBe('process');
  expect(open('ws').take(1)).toBe('principal');
  expect(open('ws 2', 'person').take(1)).toBe('principal');
  expect(open('next').take(400)).toBe('process');
  expect(open('next').take(50)).toBeUndefined();
});

test('a request that nothing is held beside may be larger than all limits', () => {
  const { open } = budget();
  const hold = open('a');
  expect([hold.take(20), hold.take(2_000)]).toEqual([undefined, undefined]);
  expect(open('a').take(1)).toBe('principal');
  expect(open('b').take(1)).toBe('process');
});

test('anonymous requests hold no more than a quarter together, and an address no more than a little', () => {
  const { open, openOf, held } = budget();
  expect(openOf('address 0').take(40)).toBeUndefined();
  expect(openOf('address 0').take(40)).toBe('principal');
  for (let more = 1; more <= 5; more++) expect(openOf(`address ${more}`).take(40)).toBeUndefined();
  expect(openOf('address 6').take(40)).toBe('anonymous');
  expect(held()).toBe(240);
  // a chosen name does not count as anonymous
  expect(open('anonymous').take(300)).toBeUndefined();
});

test('what cannot be refused is taken anyway, and counts', () => {
  const { open, held } = budget();
  open('a').takeAnyway(5_000);
  expect(held()).toBe(5_000);
  expect(open('a').take(1)).toBe('principal');
});
