// GET /zones: the server hands in a signed-in request, and gets the domains on which its workspace can have links.

import type { Db } from '@kurz/database';
import { answer, type ApiRequest, type Route } from '../http/route';
import { findDefaultZone } from './find-default-zone';
import { findZones } from './find-zones';
import { zonesOf } from './zones-of';

export function makeZoneRoutes(deps: { db: Db }): Route[] {
  const list = async ({ actor }: ApiRequest) => {
    const { id: workspaceId, defaultZoneId } = actor.workspace;
    // the very choice that a new link without a domain gets
    const [rows, chosen] = await Promise.all([
      findZones(deps.db, workspaceId),
      findDefaultZone(deps.db, { workspaceId, defaultZoneId }),
    ]);
    return answer(200, zonesOf(rows, chosen?.id));
  };
  return [{ method: 'GET', path: '/zones', scope: 'domains:read', isWrite: false, handle: list }];
}
