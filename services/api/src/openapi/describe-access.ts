// Which scope each operation needs, and which scopes each role leaves a user token, as Markdown tables.

import type { Role } from '@kurz/database';
import { allScopes, scopesOfRole } from '../access/scopes';
import { isNode } from './document-node';
import { markdownTable } from './markdown-table';
import type { Operation } from './operations';

const upwards: readonly Role[] = ['viewer', 'member', 'admin', 'owner'];

/** The scopes in the operation's `security`; none when it needs no token. */
export function scopesOfOperation({ node }: Operation): string[] {
  const security: unknown[] = Array.isArray(node['security']) ? node['security'] : [];
  return security.flatMap((entry) => {
    const scopes = isNode(entry) ? entry['token'] : undefined;
    return Array.isArray(scopes) ? scopes.map(String) : [];
  });
}

const listed = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(', ');

export function describeAccess(all: readonly Operation[]): string[] {
  const operationsWith = (scope: string) =>
    all
      .filter((operation) => scopesOfOperation(operation).includes(scope))
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const roleRows = upwards.map((role) => {
    const scopes = scopesOfRole(role);
    return [role, ...allScopes.map((scope) => (scopes.includes(scope) ? 'yes' : 'no'))];
  });
  return [
    '## Scopes and roles',
    '',
    'A token acts within its scopes:',
    '',
    ...markdownTable(
      ['scope', 'operations'],
      allScopes.map((scope) => [`\`${scope}\``, listed(operationsWith(scope))]),
    ),
    "The person's role in the workspace caps the scopes of a user token. A workspace token has no role.",
    '',
    ...markdownTable(['role', ...allScopes.map((scope) => `\`${scope}\``)], roleRows),
  ];
}
