// What the OpenAPI file and the errors' texts promise about a request during which the database went away. A commit
// that was not heard of may have been made.

import { catalogue } from '../../services/api/src/errors/catalogue';
import { follow } from '../../services/api/src/openapi/follow';
import { operations } from '../../services/api/src/openapi/operations';

const unavailable = operations().flatMap(({ method, path, node }) => {
  const response = follow(node['responses'])['503'];
  if (response === undefined) return [];
  const text = String(follow(response)['description']).replace(/\s+/g, ' ');
  return [[`${method.toUpperCase()} ${path}`, text] as const];
});
const isRead = ([title]: readonly [string, string]) => title.startsWith('GET ');

const UNCHANGED = /nothing (has )?(been )?changed?|not been (made|changed)|nichts .*geändert|unverändert/i;

test.each(unavailable.filter((entry) => !isRead(entry)))(
  'the 503 of %s says that the change may have been made, and how to find out',
  (_, text) => {
    expect(text).not.toMatch(UNCHANGED);
    expect(text).toContain('Whether the change was made is not known.');
    expect(text).toMatch(/same `Idempotency-Key`.*read the link/);
  },
);

test('reads and writes both have a 503', () => {
  expect(unavailable.filter(isRead).length).toBeGreaterThan(4);
  expect(unavailable.filter((entry) => !isRead(entry))).toHaveLength(7);
});

test('no error from 500 on claims in either language that nothing has changed', () => {
  const texts = Object.values(catalogue).flatMap(({ status, en, de }) => (status < 500 ? [] : [en, de]));
  expect(texts.length).toBeGreaterThan(6);
  expect(texts.filter((text) => UNCHANGED.test(text))).toEqual([]);
});
