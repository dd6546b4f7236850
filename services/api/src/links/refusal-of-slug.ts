// A chosen slug's refusal, or undefined when it may name a link.

import { refuse, type Refusal } from '../errors/refusal';
import { judgeSlug } from './judge-slug';

export function refusalOfSlug(slug: string): Refusal | undefined {
  const judgement = judgeSlug(slug);
  if (judgement === 'usable') return undefined;
  return refuse(judgement === 'invalid' ? 'SLUG_INVALID' : 'SLUG_RESERVED');
}
