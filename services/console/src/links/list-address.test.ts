import { addressOfList, listQueryOf } from './list-address';

test('an address says its list again as it was read', () => {
  for (const text of ['', '?q=spring', '?page=3', '?q=a%26b&page=2'])
    expect(addressOfList(listQueryOf(new URLSearchParams(text)))).toBe(text);
});

test('a page that is none is the first', () => {
  for (const text of ['?page=0', '?page=-1', '?page=x', '?page=1.5'])
    expect(listQueryOf(new URLSearchParams(text)).page).toBe(1);
});
