// The body of PATCH /urls/:slug: only what is sent changes.

import type { Refusal } from '../errors/refusal';
import { bodyReaderOf } from '../openapi/body-reader-of';
import { refusalOfTitle } from './refusal-of-title';

export type EditBody = { url?: string; title?: string; newSlug?: string; isEnabled?: boolean };

const readFields = bodyReaderOf<EditBody>('LinkEdit');

export function readEdit(body: unknown): { kind: 'edit'; edit: EditBody } | Refusal {
  const outcome = readFields(body);
  if (outcome.kind === 'refused') return outcome;
  const { url, title, newSlug, isEnabled } = outcome.body;
  const refusal = title === undefined ? undefined : refusalOfTitle(title);
  return refusal ?? { kind: 'edit', edit: { url, title, newSlug, isEnabled } };
}
