import { searchOf } from './search-of';

const domains = ['krz.example', 'localhost:3000'];

test.each([
  ['krz.example/spring', { q: 'spring', zoneDomain: 'krz.example' }],
  ['https://krz.example/Spring', { q: 'Spring', zoneDomain: 'krz.example' }],
  [' HTTP://Localhost:3000/q/spring/?a=b ', { q: 'spring', zoneDomain: 'localhost:3000' }],
  ['krz.example/', { zoneDomain: 'krz.example' }],
  ['krz.example', { q: 'krz.example' }],
  ['shop.example/spring', { q: 'shop.example/spring' }],
  ['not.krz.example/spring', { q: 'not.krz.example/spring' }],
  ['', {}],
])('%j asks for %j', (words, asked) => {
  expect(searchOf(words, domains)).toEqual(asked);
});
