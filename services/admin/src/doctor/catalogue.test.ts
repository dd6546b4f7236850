import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CATALOGUE } from './catalogue';
import { connectionFinding } from './connection-finding';

test('every finding says in sentences what is wrong and what to do', () => {
  const texts = Object.values(CATALOGUE).flatMap(({ what, todo }) => [what, todo]);
  expect(texts.filter((text) => !/^[^a-z].*[.)]$/.test(text))).toEqual([]);
});

test('a silent journal is not always one that can be started or drained, and the runbook has what is quoted of it', () => {
  const runbook = readFileSync(path.join(__dirname, '../../../../deploy/runbook.md'), 'utf8');
  const headings = runbook.split('\n').flatMap((line) => /^## (.*)$/.exec(line)?.[1] ?? []);
  const quoted = Object.values(CATALOGUE).flatMap(({ todo }) => /the runbook, "(.*?)"/.exec(todo)?.[1] ?? []);
  expect(quoted).toContain('A journal holds up final counts');
  expect(quoted.filter((heading) => !headings.includes(heading))).toEqual([]);
});

test.each([
  ['unreachable', Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })],
  ['login_refused', Object.assign(new Error('password authentication failed'), { code: '28P01' })],
  [
    'certificate_refused',
    Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
  ],
  ['certificate_refused', new Error('fetch failed', { cause: new Error('certificate has expired') })],
  ['certificate_refused', new Error('The server does not support SSL connections')],
  ['rights_missing', Object.assign(new Error('permission denied for table links'), { code: '42501' })],
  ['connections_refused', Object.assign(new Error('sorry, too many clients already'), { code: '53300' })],
])('a store that is %s is told apart', (kind, error) => {
  expect(connectionFinding('postgres', error).code).toBe(`postgres_${kind}`);
});

test.each([
  ['redis', new Error("NOPERM User kurz_api has no permissions to run the 'info' command")],
  ['kafka', new Error('Not authorized to access topics: [Topic authorization failed]')],
  ['kafka', new Error('GROUP_AUTHORIZATION_FAILED: Not authorized to access group')],
  ['clickhouse', Object.assign(new Error('kurz_api: Not enough privileges'), { code: '497' })],
] as const)('%s that answers and refuses a question is not away', (store, error) => {
  expect(connectionFinding(store, error).code).toBe(`${store}_rights_missing`);
});

test('of several addresses that were tried, a reason is said', () => {
  const tried = ['::1', '127.0.0.1'].map((host) => new Error(`connect ECONNREFUSED ${host}:6379`));
  const { what } = connectionFinding('redis', new AggregateError(tried));
  expect(what).toBe('Redis does not answer: connect ECONNREFUSED 127.0.0.1:6379.');
});
