// A title's refusal, or undefined when it may label a link.

import { refuse, type Refusal } from '../errors/refusal';
import { judgeTitle, MAX_TITLE_CHARACTERS } from './judge-title';

export function refusalOfTitle(title: string): Refusal | undefined {
  const judgement = judgeTitle(title);
  if (judgement === 'usable') return undefined;
  const reason = judgement === 'too_long' ? 'too_long' : 'unusable_characters';
  return refuse('VALIDATION_FAILED', { field: 'title', reason, max: MAX_TITLE_CHARACTERS });
}
