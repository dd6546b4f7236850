import { makeSecondChanceMap } from './second-chance-map';

const filled = (maxBytes: number, keys: string[], bytes: number) => {
  const map = makeSecondChanceMap<string>(maxBytes);
  for (const key of keys) map.set(key, key, bytes);
  return map;
};

test('It never holds more bytes than it may', () => {
  const map = makeSecondChanceMap<number>(100_000);
  for (let index = 0; index < 5_000; index++) {
    map.set(`key-${index}`, index, index % 700);
    if (index % 3 === 0) map.get(`key-${index}`);
    expect(map.bytes()).toBeLessThanOrEqual(100_000);
  }
  expect(map.get('key-4999')).toBe(4_999);
});

test('What is used stays while many pass through that are not', () => {
  const map = makeSecondChanceMap<string>(100_000);
  map.set('hot', 'hot', 100);
  for (let index = 0; index < 5_000; index++) {
    expect(map.get('hot')).toBe('hot');
    map.set(`cold-${index}`, 'cold', 100);
  }
  expect(map.get('cold-0')).toBeUndefined();
});

test('A value larger than the whole map is not held, and takes an older one of the same key with it', () => {
  const map = filled(2_000, ['a', 'b'], 10);
  map.set('a', 'large', 3_000);
  expect(map.get('a')).toBeUndefined();
  expect(map.get('b')).toBe('b');
});

test('Setting and deleting give back what the older value took', () => {
  const map = filled(100_000, ['a', 'a', 'a'], 500);
  const once = filled(100_000, ['a'], 500);
  expect(map.bytes()).toBe(once.bytes());
  map.delete('a');
  map.delete('a');
  expect(map.bytes()).toBe(0);
});

test('When everything was used, something still makes room', () => {
  const map = filled(2_000, ['a', 'b', 'c', 'd'], 200);
  for (const key of ['a', 'b', 'c', 'd']) map.get(key);
  map.set('e', 'e', 200);
  expect(map.get('e')).toBe('e');
  expect(map.bytes()).toBeLessThanOrEqual(2_000);
});
