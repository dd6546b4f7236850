import { likePatternOf } from './matching';

test.each([
  ['abc', '%abc%'],
  ['100%', '%100\\%%'],
  ['a_b', '%a\\_b%'],
  ['\\', '%\\\\%'],
  ['\\%', '%\\\\\\%%'],
])('the pattern for %j is %j', (text, pattern) => {
  expect(likePatternOf(text)).toBe(pattern);
});
