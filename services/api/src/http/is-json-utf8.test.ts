import { isJsonUtf8 } from './is-json-utf8';

test.each([
  'application/json',
  'Application/JSON',
  'application/json;charset=utf-8',
  'application/json; charset=UTF-8',
  'application/json; charset="utf-8"',
  'application/json ; profile=x; charset=utf-8',
])('%s is read', (type) => {
  expect(isJsonUtf8({ 'content-type': type })).toBe(true);
});

test.each([
  undefined,
  '',
  'text/plain',
  'application/jsonp',
  'application/json5',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; application/json',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json, text/plain',
])('%s is not', (type) => {
  expect(isJsonUtf8({ 'content-type': type })).toBe(false);
});

test.each(['gzip', 'deflate', 'br', 'gzip, identity'])('a body compressed by %s is not', (encoding) => {
  expect(isJsonUtf8({ 'content-type': 'application/json', 'content-encoding': encoding })).toBe(false);
});

test('a body that is said to be as it is, is', () => {
  expect(isJsonUtf8({ 'content-type': 'application/json', 'content-encoding': 'identity' })).toBe(true);
});
