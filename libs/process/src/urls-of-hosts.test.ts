import { credentialsOf, hostnameOf, urlsOfHosts } from './urls-of-hosts';

test('An address is one URL for each of its hosts', () => {
  const urls = urlsOfHosts('redis+sentinel://kurz:a%40b@one,two:7,[::1]:8/3?master=m') ?? [];
  expect(urls.map((url) => [hostnameOf(url), url.port])).toEqual([
    ['one', ''],
    ['two', '7'],
    ['::1', '8'],
  ]);
  expect(
    urls.map(({ username, password, pathname, search }) => [username, password, pathname, search]),
  ).toEqual(Array(3).fill(['kurz', 'a%40b', '/3', '?master=m']));
  expect(urlsOfHosts('postgres://db/links')).toHaveLength(1);
});

test.each(['', 'db/links', 'redis://[db', 'postgres://a,b:no/links', 'redis://:a%4@db'])(
  'What is no URL gives none: %s',
  (address) => {
    expect(urlsOfHosts(address)).toBeUndefined();
    expect(credentialsOf(address)).toBeUndefined();
  },
);

test('Name and password are read together, of several hosts as of one', () => {
  const kurz = { user: 'kurz', password: 'a@b' };
  expect(credentialsOf('postgres://kurz:a%40b@one:5432,two:5432/links')).toEqual(kurz);
  expect(credentialsOf('redis://kurz:a%40b@one')).toEqual(kurz);
  expect(credentialsOf('redis://:a%40b@one')).toBeUndefined();
  expect(credentialsOf('redis://kurz@one')).toBeUndefined();
});
