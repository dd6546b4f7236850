// The import from another shortener's API in the web app: the endpoint that takes the token and begins to read. The
// next steps are those of any import.

import type { Db } from '@kurz/database';
import { refuse, type Refusal } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type { ConsoleOutcome, ConsoleRequest, WorkspaceRoute } from '../http/console-route';
import type { ImportLoop } from '../imports/jobs/import-loop';
import type { Peer } from '../imports/jobs/peer-reader';
import { beginReading, beginReadingWithLog, FIRST_CLAIM } from '../imports/jobs/step-job';
import { peerApis } from '../imports/peers/peer-apis';
import { isPeerToken } from '../imports/peers/peer-source';
import { destinationOf } from '../links/validate-destination';
import { normaliseDomain } from '../zones/normalise-domain';
import { answerOfJob, requesterOf, managing } from './answer-of-import-job';
import { consolePaths } from './console-paths';

type NewReading = {
  source: string;
  from?: string;
  token: string;
  zoneDomain?: string;
  days?: boolean;
  log?: string;
};
type Validated = {
  kind: 'reading';
  peer: Peer;
  name: string;
  zoneDomain: string | undefined;
  /** The job to which the log of visits was sent. */
  log: string | undefined;
};

/** The time after which a permit may be free. */
const RETRY_SECONDS = '60';
const MAX_TOKEN_CHARACTERS = 4_096;

const readNewReading = makeBodyReader<NewReading>({
  type: 'object',
  required: ['source', 'token'],
  properties: {
    source: { type: 'string' },
    from: { type: 'string' },
    token: { type: 'string' },
    zoneDomain: { type: 'string' },
    days: { type: 'boolean' },
    log: { type: 'string' },
  },
});

function validate(body: unknown): Validated | Refusal {
  const read = readNewReading(body);
  if (read.kind === 'refused') return read;
  const { source, from = '', zoneDomain, days: isWithDays = true, log } = read.body;
  const invalid = (params: Parameters<typeof refuse>[1] & object) => refuse('VALIDATION_FAILED', params);
  const token = read.body.token.trim();
  const api = peerApis.find(({ name }) => name === source);
  if (!api) return invalid({ field: 'source', reason: 'not_offered' });
  if (log !== undefined && !api.hasLog) return invalid({ field: 'log', reason: 'not_offered' });
  if (token === '') return invalid({ field: 'token', reason: 'empty' });
  if (token.length > MAX_TOKEN_CHARACTERS)
    return invalid({ field: 'token', reason: 'too_long', max: MAX_TOKEN_CHARACTERS });
  if (!isPeerToken(token)) return invalid({ field: 'token', reason: 'unusable_characters' });
  if (api.origin !== undefined && from !== '') return invalid({ field: 'from', reason: 'not_offered' });
  if (api.origin === undefined && from === '') return invalid({ field: 'from', reason: 'required' });
  const origin = destinationOf(api.origin ?? from);
  if (origin.kind === 'refused' || /[?#]/.test(origin.location))
    return invalid({ field: 'from', reason: 'not_a_url' });
  const domain = zoneDomain ? normaliseDomain(zoneDomain) : undefined;
  if (zoneDomain && domain === undefined) return invalid({ field: 'zoneDomain', reason: 'not_a_domain' });
  const name = api.origin === undefined ? `${api.name} (${new URL(origin.location).host})` : api.name;
  return {
    kind: 'reading',
    peer: { api, origin: api.origin ?? origin.location, token, isWithDays },
    name,
    zoneDomain: domain,
    log,
  };
}

export function makeImportReadingRoutes({
  db,
  importLoop: { peerReader },
}: {
  db: Db;
  importLoop: Pick<ImportLoop, 'peerReader'>;
}): WorkspaceRoute[] {
  const makeJob = (request: ConsoleRequest, { peer, name, zoneDomain, log }: Validated) => {
    const asked = { source: peer.api.name, name, zoneDomain };
    return log === undefined
      ? beginReading(db, requesterOf(request), asked)
      : beginReadingWithLog(db, requesterOf(request), log, asked);
  };

  async function begin(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const validated = validate(request.body);
    if (validated.kind === 'refused') return validated;
    const permit = peerReader.acquirePermit(request.user.id);
    if (!permit) return refuse('TOO_MANY_AT_ONCE', {}, { 'Retry-After': RETRY_SECONDS });
    const { peer, zoneDomain } = validated;
    const begun = await makeJob(request, validated).catch((error: unknown) => {
      permit.release();
      throw error;
    });
    if (begun.kind === 'refused') {
      permit.release();
      return begun;
    }
    const { workspace } = request;
    const { id, bytes } = begun;
    permit.begin(
      { id, claim: FIRST_CLAIM, state: 'checking', target: { workspace, zoneDomain }, bytes },
      peer,
    );
    return answerOfJob(db, request, id, 202);
  }

  return [{ method: 'POST', path: consolePaths.importReadings, ...managing, handle: begin }];
}
