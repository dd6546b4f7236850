// Validates a link before it is saved, field by field, so that a form can say what is wrong while a person types.
// Nothing is reserved: the slug that is free here may be taken a moment later.

import type { Db } from '@kurz/database';
import { preferredLanguageOf } from '@kurz/process';
import { messageOf } from '../errors/message-of';
import { shownCodeOf, type Language } from '../errors/catalogue';
import { refuse, type Refusal } from '../errors/refusal';
import { findFlags } from '../destinations/find-flags';
import { makeBodyReader } from '../http/body-reader';
import type { ConsoleOutcome, ConsoleRequest, WorkspaceRoute } from '../http/console-route';
import { answer } from '../http/route';
import { isSlugTaken } from '../links/find-link';
import { validateDestination, refuseDestination } from '../links/validate-destination';
import { validateSlug } from '../links/validate-link';
import { driftOf, type Drift } from '../links/utm-conventions/drift-of';
import { findUtmConventions } from '../links/utm-conventions/find-utm-conventions';
import { utmOf } from '../links/utm-conventions/utm-of';
import { planLimitsOf, type PlanTable } from '../plans/plan-table';
import { chooseZones } from '../zones/choose-zones';
import { consolePaths } from './console-paths';

type Draft = { url?: string; slug?: string; zoneDomain?: string };
type Workspace = ConsoleRequest['workspace'];

const text = { type: 'string' };
const readDraft = makeBodyReader<Draft>({
  type: 'object',
  properties: { url: text, slug: text, zoneDomain: text },
});

type ValidatedDraftUrl = { refusal?: Refusal; isUnsafe: boolean; drift?: Drift };

async function validateDraftUrl(
  db: Db,
  { sent, workspace, plans }: { sent: string; workspace: Workspace; plans: PlanTable | undefined },
): Promise<ValidatedDraftUrl> {
  const destination = await validateDestination(db, sent);
  if (destination.kind === 'refused') return { refusal: destination, isUnsafe: false };
  const [flags] = await findFlags(db, [destination.location]);
  if (flags && flags.restrictedBy !== null) return { refusal: refuseDestination('blocked'), isUnsafe: false };
  const isUnsafe = flags !== undefined && flags.unsafeBy !== null;
  if (!planLimitsOf(workspace.plan, plans).hasUtmConventions) return { isUnsafe };
  const conventions = await findUtmConventions(db, workspace.id);
  const drift = conventions && driftOf(utmOf(destination.location), conventions);
  return { isUnsafe, ...(drift && { drift }) };
}

const faultOf = (refusal: Refusal | undefined, language: Language) =>
  refusal ? { code: shownCodeOf(refusal.code), error: messageOf(refusal, language) } : null;

export function makeLinkDraftRoutes({ db }: { db: Db }, { plans }: { plans?: PlanTable }): WorkspaceRoute[] {
  async function validate({ workspace, body, headers }: ConsoleRequest): Promise<ConsoleOutcome> {
    const read = readDraft(body);
    if (read.kind === 'refused') return read;
    const { url, slug, zoneDomain } = read.body;
    const zoneOf = await chooseZones(
      db,
      { workspaceId: workspace.id, defaultZoneId: workspace.defaultZoneId },
      [zoneDomain],
    );
    const zone = zoneOf(zoneDomain);
    const destination =
      url === undefined ? { isUnsafe: false } : await validateDraftUrl(db, { sent: url, workspace, plans });
    const invalidSlug = slug === undefined ? undefined : validateSlug(slug);
    const isTaken =
      slug !== undefined &&
      !invalidSlug &&
      zone.kind === 'zone' &&
      (await isSlugTaken(db, { zoneId: zone.id, slug }));
    const language = preferredLanguageOf(headers['accept-language']);
    return answer(200, {
      url: faultOf(destination.refusal, language),
      slug: faultOf(invalidSlug ?? (isTaken ? refuse('SLUG_EXISTS') : undefined), language),
      zoneDomain: faultOf(zone.kind === 'refused' ? zone : undefined, language),
      isUnsafe: destination.isUnsafe,
      utmDrift: destination.drift ?? null,
    });
  }

  return [
    {
      method: 'POST',
      path: consolePaths.linkDraft,
      access: { role: 'member' },
      isWrite: false,
      handle: validate,
    },
  ];
}
