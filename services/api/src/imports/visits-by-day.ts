// The visits of one link, as another shortener tells them, summed by day: each is classified as one of ours and then
// forgotten. So what waits for the move is small, and holds nothing of a visitor but families.

import { countries, makeClassifier, type ClassifiedVisit } from '@kurz/visitor-facts';
import { makeDaySums } from './day-sums';
import { SourceChanged, type CountedDays, type HistorySource, type MovedVisit } from './import-source';
import { visitOfMoved } from './visit-of-moved';

export type VisitsByLink = Extract<HistorySource, { kind: 'visits' }>;

/** Of one link that gets visits while it is read. */
const ATTEMPTS = 5;
/** What a visit is classified as does not depend on its link. */
const NO_LINK = { linkId: '', workspaceId: '' };

export type ClassifyMoved = (moved: MovedVisit) => ClassifiedVisit | undefined;

/** The APIs tell countries and no addresses. */
const countryOfCode = (code: string) => (countries.has(code) ? code : 'unknown');

/** @param now ms since the epoch */
export function makeMovedClassifier(
  now: () => number,
  countryOf: (network: string) => string = countryOfCode,
): ClassifyMoved {
  const classify = makeClassifier({ countryOf });
  return (moved) => {
    const visit = visitOfMoved(moved, NO_LINK, now());
    return visit && classify(visit);
  };
}

/** Up to a moment. Throws SourceFault. */
export async function visitsByDay(
  history: VisitsByLink,
  key: string,
  { until, classify }: { until: Date; classify: ClassifyMoved },
): Promise<CountedDays> {
  for (let attempt = 1; ; attempt++) {
    const days = makeDaySums(until);
    try {
      for await (const page of history.of(key, until)) {
        for (const moved of page) {
          const visit = classify(moved);
          if (visit) days.add(visit);
        }
      }
      return { days: days.result(), total: undefined };
    } catch (error) {
      if (!(error instanceof SourceChanged) || attempt === ATTEMPTS) throw error;
    }
  }
}
