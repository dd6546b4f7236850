// GET /tls-allowed?domain=… on the operations port, which only the machines of the operator reach: 200 or 404, as
// Caddy's `on_demand_tls { ask … }` wants it.

import type { Db } from '@kurz/database';
import type { OperationsAnswer } from '@kurz/process';
import { permitCertificate } from './permit-certificate';

export const makeTlsQuestion =
  (deps: { db: Db }) =>
  async (query: URLSearchParams): Promise<OperationsAnswer> => {
    const outcome = await permitCertificate(deps.db, query.get('domain') ?? '');
    return outcome.kind === 'permitted'
      ? { status: 200, body: 'permitted\n' }
      : { status: 404, body: 'no such domain\n' };
  };
