// The answer for a link, by its state.

import type { VisitorRequest } from '../request/visitor-request';
import type { LinkOutcome } from '../resolve/resolve-link';
import { pageFor, type Answer } from './answer';
import { notFoundPage, restrictedPage, unavailablePage } from './pages';
import { goesOn, warningPage } from './warning-page';

const gone = pageFor('gone', notFoundPage);
const paused = pageFor('paused', notFoundPage);
const restricted = pageFor('restricted', restrictedPage);
const unavailable = pageFor('unavailable', unavailablePage);

export function answerOfLink(
  outcome: LinkOutcome,
  path: { slug: string; isScan: boolean },
  { target, sender }: Pick<VisitorRequest, 'target' | 'sender'>,
): Answer {
  if (outcome.kind === 'gone') return gone;
  if (outcome.kind === 'unavailable') return unavailable;
  switch (outcome.state) {
    case 'enabled':
      return { kind: 'redirect', link: outcome, isScan: path.isScan };
    case 'paused':
      return paused;
    case 'restricted':
      return restricted;
    case 'unsafe':
      if (goesOn(target, sender.fetchSite)) return { kind: 'redirect', link: outcome, isScan: path.isScan };
      return pageFor('unsafe', warningPage(outcome.location, path));
  }
}
