// The answer for a link, by its state.

import type { CachedLink } from '@kurz/link-cache';
import type { VisitorRequest } from '../request/visitor-request';
import type { LinkOutcome } from '../resolve/resolve-link';
import { pageFor, type Answer } from './answer';
import { endedPage, notFoundPage, restrictedPage, unavailablePage } from './pages';
import { goesOn, warningPage } from './warning-page';

const gone = pageFor('gone', notFoundPage);
const paused = pageFor('paused', notFoundPage);
const notBegun = pageFor('not_begun', notFoundPage);
const ended = pageFor('ended', endedPage);
const restricted = pageFor('restricted', restrictedPage);
const unavailable = pageFor('unavailable', unavailablePage);

type Path = { slug: string; isScan: boolean };
type Asked = Pick<VisitorRequest, 'target' | 'sender'>;

/** Where it leads after its end is no visit of the link. A warning holds there as well. */
function answerOfEnded({ state, window }: CachedLink, path: Path, { target, sender }: Asked): Answer {
  const location = window?.expiredLocation ?? null;
  if (location === null) return ended;
  if (state !== 'unsafe' || goesOn(target, sender.fetchSite)) return { kind: 'after_end', location };
  return pageFor('unsafe', warningPage(location, path));
}

export function answerOfLink(outcome: LinkOutcome, path: Path, asked: Asked): Answer {
  if (outcome.kind === 'gone') return gone;
  if (outcome.kind === 'unavailable') return unavailable;
  if (outcome.kind === 'not_begun') return notBegun;
  if (outcome.kind === 'ended') return answerOfEnded(outcome.link, path, asked);
  switch (outcome.state) {
    case 'enabled':
      return { kind: 'redirect', link: outcome, isScan: path.isScan };
    case 'paused':
      return paused;
    case 'restricted':
      return restricted;
    case 'unsafe':
      if (goesOn(asked.target, asked.sender.fetchSite))
        return { kind: 'redirect', link: outcome, isScan: path.isScan };
      return pageFor('unsafe', warningPage(outcome.location, path));
  }
}
