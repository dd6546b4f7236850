// Why a port cannot be listened on, for reasons that a person can fix.

import { errorCodeOf } from '@kurz/process';

export type PortRefusal = 'port_taken' | 'not_allowed' | 'no_such_host';

const REASONS: Readonly<Record<string, PortRefusal>> = {
  EADDRINUSE: 'port_taken',
  EACCES: 'not_allowed',
  EADDRNOTAVAIL: 'no_such_host',
  ENOTFOUND: 'no_such_host',
  EAI_AGAIN: 'no_such_host',
};

/** The refusal behind an error of `listen`; undefined for any other error. */
export const refusalOf = (error: unknown): PortRefusal | undefined => REASONS[errorCodeOf(error) ?? ''];
