// The answer for a link, by its state. A promise only when a condition or a password has to wait for its data.

import type { CachedLink } from '@kurz/link-cache';
import type { ChooseLocation, Chosen } from '../conditions/choose-location';
import { hasPassword, type Passed, type PasswordGate } from '../password/password-gate';
import type { VisitorRequest } from '../request/visitor-request';
import type { LinkOutcome } from '../resolve/resolve-link';
import { pageFor, type Answer } from './answer';
import { endedPage, notFoundPage, restrictedPage, unavailablePage } from './pages';
import { promptForPassword } from './password-page';
import { goesOn, warningPage } from './warning-page';

const gone = pageFor('gone', notFoundPage);
const paused = pageFor('paused', notFoundPage);
const notBegun = pageFor('not_begun', notFoundPage);
const ended = pageFor('ended', endedPage);
const restricted = pageFor('restricted', restrictedPage);
const unavailable = pageFor('unavailable', unavailablePage);

type Path = { slug: string; isScan: boolean };
type Asked = Pick<VisitorRequest, 'target' | 'sender'>;

/** The redirect after a link's end is not a visit of the link. A warning is shown before it too. */
function answerOfEnded(link: CachedLink, path: Path, { target, sender }: Asked): Answer {
  const { state, window, conditional } = link;
  const location = window?.expiredLocation ?? null;
  if (location === null) return ended;
  const isUnsafe = state === 'unsafe' || conditional?.isUnsafe === true;
  if (!isUnsafe || goesOn(target, sender.fetchSite)) return { kind: 'after_end', location };
  return pageFor('unsafe', warningPage(location, path, sender));
}

/** The warning's way on keeps the query, because a rule may test it. */
function answerAtLocation(
  link: CachedLink,
  { chosen, path, asked }: { chosen: Chosen | undefined; path: Path; asked: Asked },
): Answer {
  if (chosen === undefined) return unavailable;
  const { location, variant } = chosen;
  if (link.conditional?.isUnsafe && !goesOn(asked.target, asked.sender.fetchSite))
    return pageFor('unsafe', warningPage(location, path, asked.sender, asked.target));
  return { kind: 'redirect', link: { ...link, location }, isScan: path.isScan, variant };
}

function answerOfConditional(
  link: CachedLink,
  path: Path,
  { asked, choose }: { asked: Asked; choose: ChooseLocation },
): Answer | Promise<Answer> {
  const chosen = choose(link, { ...asked, isScan: path.isScan });
  if (!(chosen instanceof Promise)) return answerAtLocation(link, { chosen, path, asked });
  return chosen.then((late) => answerAtLocation(link, { chosen: late, path, asked }));
}

export type AnswerOfLinkDeps = { choose: ChooseLocation; gate: Pick<PasswordGate, 'pass'> };

/** Once its password is given, a link is like any other. */
function answerOfGuarded(
  link: CachedLink,
  path: Path,
  { asked, deps }: { asked: Asked; deps: AnswerOfLinkDeps },
): Answer | Promise<Answer> {
  const answerOfPassed = (passed: Passed) =>
    passed.kind === 'opened'
      ? answerOfLink(passed.outcome, path, asked, deps)
      : promptForPassword(passed, asked.sender);
  const passed = deps.gate.pass(link, path, asked.sender);
  return passed instanceof Promise ? passed.then(answerOfPassed) : answerOfPassed(passed);
}

export function answerOfLink(
  outcome: LinkOutcome,
  path: Path,
  asked: Asked,
  deps: AnswerOfLinkDeps,
): Answer | Promise<Answer> {
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
      return pageFor('unsafe', warningPage(outcome.location, path, asked.sender));
    case 'conditional':
      return hasPassword(outcome)
        ? answerOfGuarded(outcome, path, { asked, deps })
        : answerOfConditional(outcome, path, { asked, choose: deps.choose });
  }
}
