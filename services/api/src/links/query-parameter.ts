// One parameter of a query that may be given once.

import { refuse, type Refusal } from '../errors/refusal';
import type { ApiRequest } from '../http/route';

export type ParameterOutcome = { kind: 'parameter'; value: string | undefined } | Refusal;

export function queryParameter(query: ApiRequest['query'], name: string): ParameterOutcome {
  const value = query[name];
  if (Array.isArray(value)) return refuse('VALIDATION_FAILED', { field: name, reason: 'repeated' });
  return { kind: 'parameter', value };
}
