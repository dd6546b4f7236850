// What the Caddyfile promises of the front: the API's name over https alone, tokens never in clear, and certificates of
// its own for the names of a laptop.

import { readText } from './deploy-files';

const YEAR_S = 365 * 86_400;

/** The top-level blocks, by the text before their brace; the global one by ''. Comments are left out. */
const blocks = new Map(
  [...readText('deploy/caddy/Caddyfile').matchAll(/^(\S[^\n]*?)? ?\{\n([^]*?)^\}$/gm)].map(
    ([, name = '', body = '']): [string, string] => [name, body.replace(/^\s*#.*$/gm, '')],
  ),
);

function bodyOf(name: string): string {
  const body = blocks.get(name);
  if (body === undefined) throw new Error(`the Caddyfile has no block ${name}`);
  return body;
}

it('has these blocks and no other, so that none of them is forgotten here', () => {
  expect([...blocks.keys()]).toEqual([
    '',
    'http://127.0.0.1:9180',
    '(kurz_api)',
    '(kurz_redirector)',
    '{$KURZ_API_HOST}',
    'http://{$KURZ_API_HOST}',
    'https://*.localhost',
    'https://',
    'http://*.localhost',
    'http://',
  ]);
});

it("keeps clients of the API's name to https for a year or longer, and no other name", () => {
  const [, seconds] =
    /^\s*header Strict-Transport-Security "max-age=(\d+)"$/m.exec(bodyOf('{$KURZ_API_HOST}')) ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(YEAR_S);
  const others = [...blocks].filter(([name]) => name !== '{$KURZ_API_HOST}');
  expect(others.filter(([, body]) => body.includes('Strict-Transport-Security'))).toEqual([]);
});

it("refuses plain http on the API's name with 403 and JSON; nothing is passed on or redirected", () => {
  const body = bodyOf('http://{$KURZ_API_HOST}');
  const [, answer = '', status] = /^\s*respond `([^`]*)` (\d+)$/m.exec(body) ?? [];
  expect(status).toBe('403');
  expect(JSON.parse(answer)).toEqual({ error: expect.stringContaining('https') as string });
  expect(body).toMatch(/header Content-Type application\/json/);
  expect(body).not.toMatch(/redir|import|reverse_proxy/);
});

it('lets no visitor choose which redirects are traced', () => {
  const body = bodyOf('(kurz_redirector)');
  for (const header of ['Traceparent', 'Tracestate']) {
    const removed = body.indexOf(`request_header -${header}\n`);
    expect([header, removed >= 0, removed < body.indexOf('reverse_proxy')]).toEqual([header, true, true]);
  }
});

it('signs *.localhost itself, on demand, and installs its root nowhere', () => {
  const body = bodyOf('https://*.localhost');
  expect(body).toMatch(/tls internal \{\s*on_demand\s*\}/);
  expect(body).toContain('import kurz_redirector');
  // the root file system is read-only: a start that installed the certificate would end with an error
  expect(bodyOf('')).toMatch(/^\s*skip_install_trust$/m);
});

it('permits a certificate for localhost as the name of the API, which is no zone', () => {
  const question = bodyOf('http://127.0.0.1:9180');
  expect(question).toMatch(/@own query domain=\{\$KURZ_API_HOST\}\s+respond @own 200/);
});

it('asks the API before it has a certificate made, and answers every other name by the redirector', () => {
  expect(bodyOf('')).toMatch(/on_demand_tls \{\s*ask http:\/\/127\.0\.0\.1:9180\/tls-allowed\s*\}/);
  const question = bodyOf('http://127.0.0.1:9180');
  expect(question).toMatch(/^\s*bind 127\.0\.0\.1$/m);
  expect(question).toMatch(/^\s*reverse_proxy \{\$KURZ_API_OPERATIONS/m);
  expect(bodyOf('https://')).toMatch(/tls \{\s*on_demand\s*\}\s*import kurz_redirector/);
  for (const plain of ['http://*.localhost', 'http://'])
    expect(bodyOf(plain).trim()).toBe('import kurz_redirector');
});
