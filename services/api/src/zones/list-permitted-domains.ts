// Every domain that may have a certificate: the rule of permit-certificate.ts for all at once.

import type { Db } from '@kurz/database';
import { mayHaveCertificate } from './may-have-certificate';

/** In no particular order, at most `limit`. */
export async function listPermittedDomains(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('zones').select('domain').where(mayHaveCertificate).limit(limit).execute();
  return rows.map(({ domain }) => domain);
}
