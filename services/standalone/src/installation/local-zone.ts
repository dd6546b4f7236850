// The shared zone `localhost:<port>` on which an installation starts out. It follows the port, so that links made on
// one port open on another.

import { createZone, listZones, renameZone } from '@kurz/api';
import type { Db } from '@kurz/database';
import { readInstallationValue, writeInstallationValue } from './installation-values';

export type LocalZone = {
  domain: string;
  /** The zone's domain before this start; undefined when the port has not changed. */
  formerDomain: string | undefined;
};

async function findLocalZone(db: Db) {
  const zones = await listZones(db);
  const id = await readInstallationValue(db, 'local_zone');
  if (id !== undefined) return zones.find((zone) => zone.zoneId === id);
  // made by a first start that ended before it could store its id
  return zones.find((zone) => zone.zoneType === 'global' && /^localhost(?::|$)/.test(zone.domain));
}

/** Undefined before the first start. */
export const readLocalDomain = async (db: Db): Promise<string | undefined> =>
  (await findLocalZone(db))?.domain;

async function makeLocalZone(db: Db, domain: string): Promise<string> {
  const outcome = await createZone(db, { domain, zoneType: 'global' });
  if (outcome.kind === 'created') return outcome.zoneId;
  throw new Error(`the shared zone ${domain} could not be made: ${outcome.kind}`);
}

/** Makes the zone on the first start; on a later start, renames it to the current port. `domain`: as it is stored. */
export async function ensureLocalZone(db: Db, domain: string): Promise<LocalZone> {
  const found = await findLocalZone(db);
  await writeInstallationValue(db, 'local_zone', found?.zoneId ?? (await makeLocalZone(db, domain)));
  if (found === undefined || found.domain === domain) return { domain, formerDomain: undefined };
  const outcome = await renameZone(db, found.zoneId, domain);
  if (outcome.kind !== 'changed')
    throw new Error(`the shared zone ${found.domain} could not become ${domain}: ${outcome.kind}`);
  return { domain, formerDomain: found.domain };
}
