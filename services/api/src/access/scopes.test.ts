import { allScopes, scopesNamed, scopesOfRole } from './scopes';

test('the scopes are the contract’s five', () => {
  expect(allScopes).toEqual(['links:read', 'links:write', 'stats:read', 'usage:read', 'domains:read']);
});

test('named scopes come back once each and in the contract’s order', () => {
  expect(scopesNamed(['stats:read', 'links:read', 'stats:read'])).toEqual({
    kind: 'scopes',
    scopes: ['links:read', 'stats:read'],
  });
});

test('a name that is no scope is named back', () => {
  expect(scopesNamed(['links:read', 'links:delete'])).toEqual({
    kind: 'unknown_scope',
    name: 'links:delete',
  });
  expect(scopesNamed(['toString'])).toEqual({ kind: 'unknown_scope', name: 'toString' });
});

test('a viewer may only read, a member may write links too, admin and owner may do everything', () => {
  const readOnly = ['domains:read', 'links:read', 'stats:read', 'usage:read'];
  expect([...scopesOfRole('viewer')].sort()).toEqual(readOnly);
  expect([...scopesOfRole('member')].sort()).toEqual([...readOnly, 'links:write'].sort());
  expect([...scopesOfRole('admin')].sort()).toEqual([...allScopes].sort());
  expect([...scopesOfRole('owner')].sort()).toEqual([...allScopes].sort());
});
