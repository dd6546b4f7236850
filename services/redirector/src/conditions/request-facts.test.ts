import { requestFactsOf } from './request-facts';

const sender = {
  host: 'krz.example',
  userAgent: '',
  referer: '',
  acceptLanguage: '',
  forwardedFor: '',
  purpose: '',
  fetchSite: '',
  cookie: '',
  traceparent: '',
  remoteAddress: '127.0.0.1',
};
const asked = (query: string) =>
  requestFactsOf(
    { target: `/abc?${query}`, sender, isScan: false },
    { countryOf: () => 'unknown', trustedProxies: 0, now: 0 },
  );

test('a rule sees all values of a parameter, whose name may begin with a question mark', () => {
  const { parameter } = asked('?a=1&a=2&a=&b');
  expect(['?a', 'a', 'b', 'c'].map(parameter)).toEqual([['1'], ['2', ''], [''], []]);
});

test('a rule sees the first 1,024 parameters', () => {
  const { parameter } = asked(`${'x=1&'.repeat(1_023)}a=1&b=1`);
  expect(['a', 'b'].map(parameter)).toEqual([['1'], []]);
});
