// The body of PATCH /workspaces/:workspace/zones/:zone: only what is sent changes.

import type { Db } from '@kurz/database';
import { refuse, type Refusal } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import { validateDestination } from '../links/validate-destination';
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

type Root = { kind: 'root'; url: string; location?: string };

/** The root follows the rules of a link's destination; empty, it leads nowhere. */
async function readRoot(db: Db, sent: string): Promise<Root | Refusal> {
  if (sent.trim() === '') return { kind: 'root', url: '' };
  const destination = await validateDestination(db, sent);
  if (destination.kind === 'destination') return { ...destination, kind: 'root' };
  return { ...destination, params: { ...destination.params, field: 'rootRedirectURL' } };
}

export async function validateZoneEdit(
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
  return {
    kind: 'edit',
    edit: { name, isEnabled, rootRedirectUrl: root?.url, rootLocation: root?.location },
  };
}
