import { OverShareError } from '@kurz/resilience';
import { refusalOfError } from './refusal-of-error';

const withCode = (code: string) => Object.assign(new Error('broken'), { code });

test.each([
  '57P01',
  '28P01',
  '3D000',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('a store that is away or takes no connection (%s) is a 503 with the time to come back', (code) => {
  const refusal = refusalOfError(withCode(code));
  expect(refusal.code).toBe('STORE_UNAVAILABLE');
  expect(Number(refusal.headers['Retry-After'])).toBeGreaterThan(0);
});

test('who asks more at once than a share is asked to wait', () => {
  const refusal = refusalOfError(new OverShareError('too many wait already'));
  expect(refusal.code).toBe('TOO_MANY_AT_ONCE');
  expect(Number(refusal.headers['Retry-After'])).toBeGreaterThan(0);
});

test.each(['22021', '22P05'])('a NUL that only Postgres found (%s) is the caller’s', (code) => {
  expect(refusalOfError(withCode(code))).toMatchObject({
    code: 'VALIDATION_FAILED',
    params: { reason: 'has_nul' },
  });
});

test.each([
  ['workspaces_owner_id_fkey', 'SIGNED_OUT'],
  ['passkeys_user_id_fkey', 'SIGNED_OUT'],
  ['invitations_workspace_id_fkey', 'WORKSPACE_NOT_FOUND'],
  ['workspaces_transfer_to_user_id_fkey', 'INTERNAL'],
  ['links_zone_id_fkey', 'INTERNAL'],
])('what %s has lost meanwhile is told by %s', (constraint, code) => {
  expect(refusalOfError(Object.assign(withCode('23503'), { constraint })).code).toBe(code);
});

test('a path that cannot be decoded is the caller’s', () => {
  expect(refusalOfError(new URIError('URI malformed'))).toMatchObject({
    code: 'VALIDATION_FAILED',
    params: { field: 'path', reason: 'malformed_encoding' },
  });
});

test.each([new Error('x'), new TypeError('x'), withCode('23505'), 'text', undefined, null, {}])(
  '%p is ours, and nothing of it is told',
  (error) => {
    expect(refusalOfError(error)).toEqual({ kind: 'refused', code: 'INTERNAL', params: {}, headers: {} });
  },
);
