import { redirectionOf } from './redirection-of';

const ASKED = '10.0.0.1:7000';

test.each([
  ['MOVED 3999 10.0.0.2:7001', { kind: 'moved', endpoint: '10.0.0.2:7001' }],
  ['ASK 3999 ::1:7001', { kind: 'ask', endpoint: '::1:7001' }],
  // the node that was asked, on another port
  ['MOVED 3999 :7001', { kind: 'moved', endpoint: '10.0.0.1:7001' }],
  ['TRYAGAIN Multiple keys request during rehashing of slot', undefined],
])('%s', (message, redirection) => {
  expect(redirectionOf(new Error(message), ASKED)).toEqual(redirection);
  const aborted = Object.assign(new Error('EXECABORT'), { previousErrors: [new Error(message)] });
  expect(redirectionOf(aborted, ASKED)).toEqual(redirection);
});
