// Reads domains for the web app: all that a workspace can use, or one of its own.

import type { Db } from '@kurz/database';
import type { ActingWorkspace } from '../access/actor';
import { findDefaultZone } from './find-default-zone';
import { findZones } from './find-zones';
import { findOwnZone, ownZoneRows } from './own-zone-rows';
import { ownZoneViewOf, type OwnZoneView } from './own-zone-view-of';
import type { ZoneView } from './zone-view';

type Workspace = Pick<ActingWorkspace, 'id' | 'defaultZoneId'>;

export type ZoneViews = { global: (ZoneView & { id: string })[]; user: OwnZoneView[] };

const defaultOf = (db: Db, { id, defaultZoneId }: Workspace) =>
  findDefaultZone(db, { workspaceId: id, defaultZoneId });

export async function showZones(db: Db, workspace: Workspace): Promise<ZoneViews> {
  const [visible, own, chosen] = await Promise.all([
    findZones(db, workspace.id),
    ownZoneRows(db, workspace.id).orderBy('created_at').orderBy('id').execute(),
    defaultOf(db, workspace),
  ]);
  const global = visible.filter((row) => row.zone_type === 'global');
  return {
    global: global.map(({ id, domain, name, is_enabled: isEnabled }) => ({
      id,
      domain,
      name,
      zoneType: 'global',
      isEnabled,
      isDefault: id === chosen?.id,
    })),
    user: own.map((row) => ownZoneViewOf(row, chosen?.id)),
  };
}

/** Undefined when the workspace has no such domain of its own. */
export async function showOwnZone(
  db: Db,
  workspace: Workspace,
  zoneId: string,
): Promise<OwnZoneView | undefined> {
  const [row, chosen] = await Promise.all([findOwnZone(db, workspace.id, zoneId), defaultOf(db, workspace)]);
  return row && ownZoneViewOf(row, chosen?.id);
}
