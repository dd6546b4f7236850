// The visits of one link, as another shortener tells them, summed by day: each is classified as one of ours and then
// forgotten. So the sums that wait for the move are small, and hold nothing of a visitor but keys of dimensions.

import { countries, makeClassifier, type ClassifiedVisit } from '@kurz/visitor-facts';
import { makeDaySums } from './day-sums';
import { SourceChanged, type CountedDays, type HistorySource, type MovedVisit } from './import-source';
import { visitOfMoved } from './visit-of-moved';

export type VisitsByLink = Extract<HistorySource, { kind: 'visits' }>;

/** How often a link is read that gets visits meanwhile. */
const ATTEMPTS = 5;
/** The classification of a visit does not depend on its link. */
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

/** The days of a link, up to a moment. Throws SourceFault. */
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
