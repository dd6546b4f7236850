import { shortPathOf, type ShortPath } from './short-path-of';

const click = (slug: string): ShortPath => ({ kind: 'link', slug, isScan: false });
const scan = (slug: string): ShortPath => ({ kind: 'link', slug, isScan: true });
const long = 'a'.repeat(1024);

test.each<[string, ShortPath]>([
  ['/abc', click('abc')],
  ['/ABC', click('ABC')],
  ['/a-b_C9', click('a-b_C9')],
  ['/abc/', click('abc')],
  ['/abc?x=1', click('abc')],
  ['/abc/?x=/q/def', click('abc')],
  ['/abc?', click('abc')],
  ['/abc??', click('abc')],
  ['/q/abc', scan('abc')],
  ['/q/abc/', scan('abc')],
  ['/q/abc/?x', scan('abc')],
  ['/q/qqq', scan('qqq')],
  ['/qqq', click('qqq')],
  ['/%61bc', click('abc')],
  ['/a%2Db%5fc', click('a-b_c')],
  ['/q/%61bc', scan('abc')],
  [`/${long}`, click(long)],
  [`/q/${long}/`, scan(long)],
  [`/${'%61'.repeat(1024)}`, click(long)],
  ['/', { kind: 'root' }],
  ['/?utm_source=x', { kind: 'root' }],
  ['/robots.txt', { kind: 'robots' }],
  ['/robots.txt?x', { kind: 'robots' }],
  ['/favicon.ico', { kind: 'favicon' }],
])('%.60s asks for what it names', (target, path) => {
  expect(shortPathOf(target)).toEqual(path);
});

test.each<[string]>([
  [''],
  ['abc'],
  ['*'],
  ['//'],
  ['//abc'],
  ['/abc//'],
  ['/ab'],
  ['/q'],
  ['/q/'],
  ['/q/ab'],
  ['/q//abc'],
  ['/Q/abc'],
  ['/q/q/abc'],
  ['/abc/def'],
  ['/abc%2F'],
  ['/q%2Fabc'],
  ['/abc%00'],
  ['/abc%'],
  ['/abc%zz'],
  ['/abc%ff'],
  ['/%C3%A4%C3%B6%C3%BC'],
  ['/abc\u00e4'],
  ['/abc.html'],
  ['/../abc'],
  ['/abc def'],
  ['/abc#x'],
  ['/abc;x'],
  ['/abc\n'],
  [`/${long}a`],
  [`/${'%61'.repeat(1025)}`],
  ['/constructor.prototype'],
  ['http://kurz.example/abc'],
])('%.60j names nothing', (target) => {
  expect(shortPathOf(target)).toEqual({ kind: 'other' });
});
