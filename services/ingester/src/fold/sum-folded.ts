// How consolidate and live sum a batch: each visit is classified and folded as it comes.

import type { Visit } from '@kurz/click-event';
import type { ClassifiedVisit } from '../classify';
import type { VisitSum } from '../read/sum-lines';
import { makeFold } from './fold-visits';
import type { FoldedLinkDay } from './folded-link-day';

export function sumFolded(classify: (visit: Visit) => ClassifiedVisit): VisitSum<FoldedLinkDay[]> {
  const fold = makeFold();
  return { add: (visit) => fold.add(classify(visit)), result: fold.rows };
}
