import { evenTags, slotOf } from './slot-of';

test.each([
  ['123456789', 12_739],
  ['foo', 12_182],
  ['{foo}.bar', 12_182],
  ['x{foo}{bar}', 12_182],
])('the slot of %s is %i', (key, slot) => {
  expect(slotOf(key)).toBe(slot);
});

test('tags are spread evenly over the slots', () => {
  expect(evenTags(256).map((tag) => Math.floor(slotOf(`a{${tag}}b`) / 64))).toEqual(
    Array.from({ length: 256 }, (_, at) => at),
  );
});
