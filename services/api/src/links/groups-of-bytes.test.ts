import { groupsOfBytes } from './groups-of-bytes';

const page = (...sizes: number[]) => sizes.map((bytes, index) => ({ id: `${index}`, bytes }));

test('groups keep the order of the page and stay within the bound', () => {
  expect(groupsOfBytes(page(40, 60, 1, 99, 100), 100)).toEqual([['0', '1'], ['2', '3'], ['4']]);
});

test('an entry larger than the bound is a group of its own', () => {
  expect(groupsOfBytes(page(10, 500, 10), 100)).toEqual([['0'], ['1'], ['2']]);
});

test('a page without links has no groups', () => {
  expect(groupsOfBytes([])).toEqual([]);
});
