// Whether a title may label a link, and the refusal of one that may not.

import { refuse, type Refusal } from '../errors/refusal';

/** Contract §8, in code points: an emoji is one character, not two. */
export const MAX_TITLE_CHARACTERS = 256;

export type TitleJudgement = 'usable' | 'too_long' | 'characters';

// Tab and line breaks may stay. The other controls show nothing, Postgres cannot hold NUL, no UTF-8 has lone
// surrogates, and U+0001 parts the fields of the search text.
const UNUSABLE = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;

export function judgeTitle(title: string): TitleJudgement {
  if (UNUSABLE.test(title)) return 'characters';
  if (title.length > MAX_TITLE_CHARACTERS && [...title].length > MAX_TITLE_CHARACTERS) return 'too_long';
  return 'usable';
}

/** Undefined when the title may label a link. */
export function refusalOfTitle(title: string): Refusal | undefined {
  const judgement = judgeTitle(title);
  if (judgement === 'usable') return undefined;
  const reason = judgement === 'too_long' ? 'too_long' : 'unusable_characters';
  return refuse('VALIDATION_FAILED', { field: 'title', reason, max: MAX_TITLE_CHARACTERS });
}
