import { linesOf } from './batch-lines';

test('a line is an address, and a slug and a title where there are any', () => {
  const links = linesOf(
    'https://a.example/\n\n  b.example/x spring The spring sale \r\nhttps://c.example/ c-c\n',
  );
  expect(links.map(({ link }) => link)).toEqual([
    { url: 'https://a.example/' },
    { url: 'https://b.example/x', slug: 'spring', title: 'The spring sale' },
    { url: 'https://c.example/', slug: 'c-c' },
  ]);
});

test('columns of a spreadsheet may be empty', () => {
  expect(linesOf('https://a.example/\t\tOnly a title').map(({ link }) => link)).toEqual([
    { url: 'https://a.example/', title: 'Only a title' },
  ]);
});

test('a text without lines has none', () => {
  expect(linesOf(' \n\t\n')).toEqual([]);
});
