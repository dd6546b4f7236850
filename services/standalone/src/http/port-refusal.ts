// Why a port cannot be listened on, where a person can put it right.

import { errorCodeOf } from '@kurz/process';

export type PortRefusal = 'port_taken' | 'not_allowed' | 'no_such_host';

const REASONS: Readonly<Record<string, PortRefusal>> = {
  EADDRINUSE: 'port_taken',
  EACCES: 'not_allowed',
  EADDRNOTAVAIL: 'no_such_host',
  ENOTFOUND: 'no_such_host',
  EAI_AGAIN: 'no_such_host',
};

/** What an error of listening says; undefined for anything else. */
export const refusalOf = (error: unknown): PortRefusal | undefined => REASONS[errorCodeOf(error) ?? ''];
