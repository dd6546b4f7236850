// The body of POST /urls, and of each item of a batch.

import type { Refusal } from '../errors/refusal';
import { bodyReaderOf } from '../openapi/body-reader-of';
import { refusalOfSlug } from './judge-slug';
import { refusalOfTitle } from './judge-title';

export type NewLinkBody = { url: string; title?: string; slug?: string; zoneDomain?: string };

const readFields = bodyReaderOf<NewLinkBody>('NewLink');

/** Everything that can be judged without the database, save the destination. */
export function readNewLink(body: unknown): { kind: 'new_link'; link: NewLinkBody } | Refusal {
  const outcome = readFields(body);
  if (outcome.kind === 'refused') return outcome;
  const { url, title, slug, zoneDomain } = outcome.body;
  const refusal =
    (slug === undefined ? undefined : refusalOfSlug(slug)) ??
    (title === undefined ? undefined : refusalOfTitle(title));
  return refusal ?? { kind: 'new_link', link: { url, title, slug, zoneDomain } };
}
