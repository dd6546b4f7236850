// Sums a batch to folded rows: each visit is classified and folded as it comes.

import type { Visit } from '@kurz/click-event';
import type { ClassifiedVisit } from '../classify';
import { makeFold } from './fold-visits';
import type { FoldedLinkDay } from './folded-link-day';
import type { VisitSum } from './sum-lines';

export function sumFolded(classify: (visit: Visit) => ClassifiedVisit): VisitSum<FoldedLinkDay[]> {
  const fold = makeFold();
  return { add: (visit) => fold.add(classify(visit)), result: fold.rows };
}
