// GET /tls-allowed?domain=… on the operations port, which only the machines of the operator reach: 200 or 404, as
// Caddy's `on_demand_tls { ask … }` wants it, and 503 when nobody can say.

import type { OperationsAnswer } from '@kurz/process';
import { permitCertificate } from './permit-certificate';

const ANSWERS: Readonly<Record<'permitted' | 'refused' | 'unknown', OperationsAnswer>> = {
  permitted: { status: 200, body: 'permitted\n' },
  refused: { status: 404, body: 'no such domain\n' },
  unknown: { status: 503, body: 'the database cannot be asked\n' },
};

export const makeTlsQuestion =
  (deps: Parameters<typeof permitCertificate>[0]) =>
  async (query: URLSearchParams): Promise<OperationsAnswer> =>
    ANSWERS[(await permitCertificate(deps, query.get('domain') ?? '')).kind];
