import { judgeTitle } from './judge-title';

test.each([
  '',
  'A title',
  'Ärzte 漢字 🙂',
  'two\nlines\tand a tab',
  '<script>',
  'x'.repeat(256),
  '🙂'.repeat(256),
])('%j is usable', (title) => {
  expect(judgeTitle(title)).toBe('usable');
});

test.each(['x'.repeat(257), '🙂'.repeat(257)])('257 characters are too long', (title) => {
  expect(judgeTitle(title)).toBe('too_long');
});

test.each(['a\u0000', '\u0001', '\u001b[31m', '\u007f', '\u0085', '\ud83d', '\ude42\ud83d'])(
  '%j has characters that a title cannot have',
  (title) => {
    expect(judgeTitle(title)).toBe('characters');
  },
);
