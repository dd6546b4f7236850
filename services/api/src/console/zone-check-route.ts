// The check of one domain of a workspace, for every member. The result is stored with the domain.

import type { Db } from '@kurz/database';
import { preferredLanguageOf } from '@kurz/process';
import type { CheckDomain } from '../domain-check/check-domain';
import { findCheckedZone, keepCheck } from '../domain-check/checked-zone';
import { localizeCheck } from '../domain-check/localize-check';
import { refuse } from '../errors/refusal';
import type { WorkspaceRoute } from '../http/console-route';
import { answer } from '../http/route';
import { consolePaths } from './console-paths';

type Deps = { db: Db; checkDomain: CheckDomain };

export const makeZoneCheckRoute = ({ db, checkDomain }: Deps): WorkspaceRoute => ({
  method: 'GET',
  path: consolePaths.zoneCheck,
  access: { role: 'viewer' },
  isWrite: false,
  handle: async ({ params, workspace, headers }) => {
    const zone = await findCheckedZone(db, params['zone'] ?? '', workspace.id);
    if (!zone) return refuse('ZONE_NOT_FOUND');
    const check = await checkDomain(zone);
    await keepCheck(db, zone, check);
    const language = preferredLanguageOf(headers['accept-language']);
    return answer(200, { check: localizeCheck(check, language) }, { 'Content-Language': language });
  },
});
