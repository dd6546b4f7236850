// Where a node of a cluster redirects a command.

import type { Endpoint } from './cluster-of';

export type Redirection = { kind: 'moved' | 'ask'; endpoint: Endpoint };

/** `asked`: the node that answered; a node that does not know its own name gives itself an empty host. */
export function redirectionOf(error: unknown, asked: Endpoint): Redirection | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, kind, host, port] = /^(MOVED|ASK) \d+ (.*):(\d+)$/.exec(error.message) ?? [];
  if (kind === undefined) {
    // a refused transaction gives the reason in the errors of its commands
    const previous: unknown = 'previousErrors' in error ? error.previousErrors : undefined;
    return Array.isArray(previous) ? redirectionOf(previous[0], asked) : undefined;
  }
  const own = asked.slice(0, asked.lastIndexOf(':'));
  return { kind: kind === 'MOVED' ? 'moved' : 'ask', endpoint: `${host === '' ? own : host}:${port}` };
}
