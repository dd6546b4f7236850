// The domains of a workspace in the web app: every member sees them, an owner or admin manages them. A change is
// answered when it is published to the redirectors.

import type { Db } from '@kurz/database';
import type { Log } from '@kurz/process';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import { refuse, type Refusal } from '../errors/refusal';
import type { ConsoleOutcome, ConsoleRequest, ConsoleWorkspace, WorkspaceRoute } from '../http/console-route';
import { answer } from '../http/route';
import type { OutboxRelay } from '../outbox/outbox-relay';
import type { PlanTable } from '../plans/plan-table';
import { removeOwnZone } from '../zones/remove-own-zone';
import { makeResolveTxt } from '../zones/resolve-txt';
import { setDefaultZone } from '../zones/set-default-zone';
import { showOwnZone, showZones } from '../zones/show-zones';
import { updateOwnZone } from '../zones/update-own-zone';
import { makeVerifyZone } from '../zones/verify-zone';
import { addOwnZone } from './add-own-zone';
import { consolePaths } from './console-paths';
import { validateZoneEdit } from './validate-zone-edit';

type Deps = { db: Db; log: Log; outboxRelay: OutboxRelay };
type Settings = { plans?: PlanTable; dnsServers?: readonly string[] };

const DNS_RETRY_SECONDS = '60';

const zoneIn = ({ params }: ConsoleRequest) => params['zone'] ?? '';

async function answerOfZone(
  db: Db,
  { workspace, zoneId }: { workspace: ConsoleWorkspace; zoneId: string },
  more: object = {},
  status = 200,
): Promise<ConsoleOutcome> {
  const zone = await showOwnZone(db, workspace, zoneId);
  return zone ? answer(status, { zone, ...more }) : refuse('ZONE_NOT_FOUND');
}

/** Only the verified owner of a domain says where its root leads: others may have pointed it here by chance. */
async function refusalOfRoot(
  db: Db,
  workspace: ConsoleWorkspace,
  zoneId: string,
): Promise<Refusal | undefined> {
  const zone = await showOwnZone(db, workspace, zoneId);
  if (!zone) return refuse('ZONE_NOT_FOUND');
  if (zone.ownershipState === 'verified') return undefined;
  return refuse('VALIDATION_FAILED', { field: 'rootRedirectURL', reason: 'needs_verified_zone' });
}

/** For the routes that change something. */
const managing = { access: { role: 'admin' }, isWrite: true } as const;

export function makeConsoleZoneRoutes(deps: Deps, settings: Settings): WorkspaceRoute[] {
  const { db, log } = deps;
  const verifyZone = makeVerifyZone({ db, resolveTxt: makeResolveTxt(settings.dnsServers) });

  const publishAndWait = (zoneId: string) => deps.outboxRelay.publishAndWait([{ zoneId, slug: null }]);

  const shown = (workspace: ConsoleWorkspace, zoneId: string, more?: object, status?: number) =>
    answerOfZone(db, { workspace, zoneId }, more, status);

  const list = async ({ workspace }: ConsoleRequest) => answer(200, await showZones(db, workspace));

  async function add(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { workspace, body } = request;
    const by = auditActorOfPerson(request);
    const outcome = await addOwnZone(db, workspace, body, { plans: settings.plans, by });
    if (outcome.kind === 'refused') return outcome;
    return shown(workspace, outcome.zoneId, {}, 201);
  }

  async function edit(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { workspace, body } = request;
    const zoneId = zoneIn(request);
    const read = await validateZoneEdit(db, body);
    if (read.kind === 'refused') return read;
    const refusal = read.edit.rootRedirectUrl ? await refusalOfRoot(db, workspace, zoneId) : undefined;
    if (refusal) return refusal;
    const by = auditActorOfPerson(request);
    const outcome = await updateOwnZone(db, workspace.id, zoneId, read.edit, by);
    if (outcome.kind === 'no_such_zone') return refuse('ZONE_NOT_FOUND');
    if (outcome.kind === 'root_blocked')
      return refuse('VALIDATION_FAILED', { field: 'rootRedirectURL', reason: 'blocked' });
    await publishAndWait(zoneId);
    return shown(workspace, zoneId);
  }

  async function verify(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { workspace } = request;
    const zoneId = zoneIn(request);
    const outcome = await verifyZone(workspace.id, zoneId, auditActorOfPerson(request));
    switch (outcome.kind) {
      case 'verified':
        // the zone that stops serving before the zone that begins
        if (outcome.replacedZoneId !== undefined) await publishAndWait(outcome.replacedZoneId);
        await publishAndWait(zoneId);
        return shown(workspace, zoneId);
      case 'taken':
        return refuse('DOMAIN_TAKEN');
      case 'failed':
        return shown(workspace, zoneId, { found: outcome.found });
      case 'unavailable':
        log.info({ event: 'zone_verification_unanswered', zoneId, reason: outcome.reason });
        return refuse('DNS_UNAVAILABLE', {}, { 'Retry-After': DNS_RETRY_SECONDS });
      case 'no_such_zone':
        return refuse('ZONE_NOT_FOUND');
    }
  }

  async function chooseDefault(request: ConsoleRequest, zoneId: string | null): Promise<ConsoleOutcome> {
    const { workspace } = request;
    const outcome = await setDefaultZone(db, workspace.id, zoneId, auditActorOfPerson(request));
    if (outcome.kind === 'no_such_zone') return refuse('ZONE_NOT_FOUND');
    if (outcome.kind === 'unusable') return refuse('ZONE_UNUSABLE');
    return answer(200, await showZones(db, { ...workspace, defaultZoneId: zoneId }));
  }

  async function remove(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const zoneId = zoneIn(request);
    const outcome = await removeOwnZone(db, request.workspace.id, zoneId, auditActorOfPerson(request));
    if (outcome.kind === 'no_such_zone') return refuse('ZONE_NOT_FOUND');
    if (outcome.kind === 'has_links') return refuse('ZONE_HAS_LINKS');
    await publishAndWait(zoneId);
    return answer(200, { id: zoneId });
  }

  const { zones, zone, zoneVerification, zoneDefault } = consolePaths;
  return [
    { method: 'GET', path: zones, access: { role: 'viewer' }, isWrite: false, handle: list },
    { method: 'POST', path: zones, ...managing, handle: add },
    { method: 'PATCH', path: zone, ...managing, handle: edit },
    { method: 'DELETE', path: zone, ...managing, handle: remove },
    { method: 'POST', path: zoneVerification, ...managing, handle: verify },
    {
      method: 'PUT',
      path: zoneDefault,
      ...managing,
      handle: (request) => chooseDefault(request, zoneIn(request)),
    },
    { method: 'DELETE', path: zoneDefault, ...managing, handle: (request) => chooseDefault(request, null) },
  ];
}
