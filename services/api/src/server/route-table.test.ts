import { answer, type Route } from '../http/route';
import { routeTableOf } from './route-table';

const route = (method: Route['method'], path: string): Route => ({
  method,
  path,
  scope: 'links:read',
  isWrite: false,
  handle: () => Promise.resolve(answer(200, {})),
});

test('literal segments come before parameters, in whatever order the routes were given', () => {
  const paths = [
    '/urls/:slug',
    '/urls/:slug/stats',
    '/urls/campaigns',
    '/urls/:slug/:day',
    '/urls',
    '/urls/batch',
  ];
  for (const order of [paths, [...paths].reverse()]) {
    const table = routeTableOf(order.map((path) => route('GET', path))).map(({ path }) => path);
    expect(table.indexOf('/urls/campaigns')).toBeLessThan(table.indexOf('/urls/:slug'));
    expect(table.indexOf('/urls/batch')).toBeLessThan(table.indexOf('/urls/:slug'));
    expect(table.indexOf('/urls/:slug/stats')).toBeLessThan(table.indexOf('/urls/:slug/:day'));
  }
});

test('a path has one entry with all its methods, HEAD where it has GET', () => {
  const [entry, ...rest] = routeTableOf([route('POST', '/urls'), route('GET', '/urls')]);
  expect(rest).toEqual([]);
  expect(entry?.allow).toBe('POST, GET, HEAD, OPTIONS');
  expect(routeTableOf([route('POST', '/urls')])[0]?.allow).toBe('POST, OPTIONS');
});

test('two routes for one method and path are a fault', () => {
  expect(() => routeTableOf([route('GET', '/urls'), route('GET', '/urls')])).toThrow('GET /urls');
});
