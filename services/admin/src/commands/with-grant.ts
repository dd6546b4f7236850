// A grant as one word of a command line names it: `<workspace>=<scope>,<scope>`.

import type { Grant } from '@kurz/api';
import { InvalidArgumentError } from 'commander';
import { scopesOf } from './scopes-of';

/** Adds to the grants of the words before it. */
export function withGrant(text: string, earlier: readonly Grant[] = []): Grant[] {
  const [workspaceId = '', scopes, ...more] = text.split('=').map((part) => part.trim());
  if (workspaceId === '' || !scopes || more.length > 0) {
    throw new InvalidArgumentError('A grant is <workspace>=<scope>,<scope>.');
  }
  if (earlier.some((grant) => grant.workspaceId === workspaceId)) {
    throw new InvalidArgumentError(`The workspace ${workspaceId} is granted twice.`);
  }
  return [...earlier, { workspaceId, scopes: scopesOf(scopes) }];
}
