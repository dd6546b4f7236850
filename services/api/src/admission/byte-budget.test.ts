import { makeByteBudget } from './byte-budget';

const budget = () => makeByteBudget({ processBytes: 1_000, principalBytes: 300 });

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

test('the last quarter is for those who hold little', () => {
  const { open } = budget();
  for (const principal of ['a', 'b', 'c']) expect(open(principal).take(250)).toBeUndefined();
  expect(open('c').take(10)).toBe('process');
  expect(open('d').take(20)).toBeUndefined();
  expect(open('d').take(20)).toBeUndefined();
  expect(open('d').take(40)).toBe('process');
  expect(open('e').take(200)).toBeUndefined();
  expect(open('f').take(51)).toBe('process');
});

test('a request that is alone may be larger than the limits', () => {
  const { open } = budget();
  const hold = open('a');
  expect([hold.take(20), hold.take(2_000)]).toEqual([undefined, undefined]);
  expect(open('a').take(1)).toBe('principal');
  expect(open('b').take(1)).toBe('process');
});

test('what cannot be refused is taken anyway, and counts', () => {
  const { open, held } = budget();
  open('a').takeAnyway(5_000);
  expect(held()).toBe(5_000);
  expect(open('a').take(1)).toBe('principal');
});
