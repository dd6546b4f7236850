import fc from 'fast-check';
import { LIST_ORDERS, NEWEST_FIRST } from './list-order';
import { listRequestOf, appListRequestOf } from './list-request-of';

test('an empty query asks for the first ten of all', () => {
  expect(listRequestOf({})).toEqual({ kind: 'list', page: 1, limit: 10 });
});

test('what is given is taken, what is empty is not given', () => {
  expect(
    listRequestOf({ page: '2', limit: '100', q: 'A_%', campaign: 'c', zoneDomain: 'KRZ.example.' }),
  ).toEqual({
    kind: 'list',
    page: 2,
    limit: 100,
    q: 'A_%',
    campaign: 'c',
    zoneDomain: 'krz.example',
  });
  expect(listRequestOf({ q: '', campaign: '', zoneDomain: '' })).toEqual({
    kind: 'list',
    page: 1,
    limit: 10,
  });
});

test('a zoneDomain that can be none is a filter that nothing passes', () => {
  expect(listRequestOf({ zoneDomain: 'http://a/b' })).toMatchObject({ zoneDomain: null });
});

test('any text as page or limit is a whole number within its bounds, refused by name, or empty and so the default', () => {
  const text = fc.oneof(
    fc.string(),
    fc.integer().map(String),
    fc.double().map(String),
    fc.bigInt().map(String),
  );
  fc.assert(
    fc.property(text, text, (page, limit) => {
      const request = listRequestOf({ page, limit });
      if (request.kind === 'refused') {
        expect(['page', 'limit']).toContain(request.params['field']);
        return;
      }
      expect([String(request.page), String(request.limit)]).toEqual(
        [BigInt(page || 1), BigInt(limit || 10)].map(String),
      );
      expect(request.limit).toBeGreaterThanOrEqual(1);
      expect(request.limit).toBeLessThanOrEqual(100);
      expect(Number.isSafeInteger(request.page * request.limit)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test.each(['page', 'limit', 'q', 'campaign', 'zoneDomain'])('%s given twice is refused by name', (name) => {
  expect(listRequestOf({ [name]: ['1', '2'] })).toMatchObject({
    kind: 'refused',
    code: 'VALIDATION_FAILED',
    params: { field: name, reason: 'repeated' },
  });
});

test('a list names an order that there is, or none, which is newest first', () => {
  for (const sort of LIST_ORDERS) {
    const order = sort === NEWEST_FIRST ? {} : { order: sort };
    expect(listRequestOf({ sort })).toEqual({ ...listRequestOf({}), ...order });
  }
  expect(appListRequestOf({})).toEqual(listRequestOf({}));
  expect(appListRequestOf({ sort: '' })).toEqual(listRequestOf({}));
  for (const [sort, reason] of [
    ['slug', 'not_offered'],
    ['toString', 'not_offered'],
    ['--hits', 'not_offered'],
    [['hits', 'title'], 'repeated'],
  ] as const)
    expect(appListRequestOf({ sort: typeof sort === 'string' ? sort : [...sort] })).toMatchObject({
      kind: 'refused',
      params: { field: 'sort', reason },
    });
});

test('the web app names tags, `~none` for links without one', () => {
  expect(appListRequestOf({ campaign: 'c', source: 'mail', medium: '', term: '~none' })).toEqual({
    ...listRequestOf({ campaign: 'c' }),
    tags: { source: 'mail', term: null },
  });
  expect(appListRequestOf({ content: ['a', 'b'] })).toMatchObject({
    kind: 'refused',
    params: { field: 'content', reason: 'repeated' },
  });
});
