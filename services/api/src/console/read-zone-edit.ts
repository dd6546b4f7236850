// The body of PATCH /workspaces/:workspace/zones/:zone: only what is sent changes.

import type { Db } from '@kurz/database';
import { findMarks } from '../destinations/find-marks';
import { refuse, type Refusal } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import { checkDestination } from '../links/check-destination';
import type { Destination } from '../links/destination-of';
import type { ZoneEdit } from '../zones/update-own-zone';

export const MAX_ZONE_NAME_CHARACTERS = 100;

type Fields = { name?: string; isEnabled?: boolean; rootRedirectURL?: string };

const UNUSABLE = /[\p{Cc}\p{Cs}]/u;

const readFields = makeBodyReader<Fields>({
  type: 'object',
  properties: {
    name: { type: 'string' },
    isEnabled: { type: 'boolean' },
    rootRedirectURL: { type: 'string' },
  },
});

function refusalOfName(name: string): Refusal | undefined {
  const wrong = (reason: 'empty' | 'unusable_characters' | 'too_long') =>
    refuse('VALIDATION_FAILED', { field: 'name', reason, max: MAX_ZONE_NAME_CHARACTERS });
  if (name === '') return wrong('empty');
  if (UNUSABLE.test(name)) return wrong('unusable_characters');
  return [...name].length > MAX_ZONE_NAME_CHARACTERS ? wrong('too_long') : undefined;
}

/** The root of a domain has no page that could warn of it. */
async function judgeRoot(
  db: Db,
  { url, location }: Destination,
): Promise<{ kind: 'root'; url: string } | Refusal> {
  const [marks] = await findMarks(db, [location]);
  if (!marks || (marks.restrictedBy === null && marks.unsafeBy === null)) return { kind: 'root', url };
  return refuse('VALIDATION_FAILED', { field: 'rootRedirectURL', reason: 'blocked' });
}

/** The root follows the rules of a link's destination; empty, it leads nowhere. */
async function readRoot(db: Db, sent: string): Promise<{ kind: 'root'; url: string } | Refusal> {
  if (sent.trim() === '') return { kind: 'root', url: '' };
  const destination = await checkDestination(db, sent);
  if (destination.kind === 'destination') return judgeRoot(db, destination);
  return { ...destination, params: { ...destination.params, field: 'rootRedirectURL' } };
}

export async function readZoneEdit(
  db: Db,
  body: unknown,
): Promise<{ kind: 'edit'; edit: ZoneEdit } | Refusal> {
  const read = readFields(body);
  if (read.kind === 'refused') return read;
  const { isEnabled, rootRedirectURL } = read.body;
  const name = read.body.name?.trim();
  const refusal = name === undefined ? undefined : refusalOfName(name);
  if (refusal) return refusal;
  const root = rootRedirectURL === undefined ? undefined : await readRoot(db, rootRedirectURL);
  if (root?.kind === 'refused') return root;
  return { kind: 'edit', edit: { name, isEnabled, rootRedirectUrl: root?.url } };
}
