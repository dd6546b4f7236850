// Resolves a request to its answer: method, zone, path, link. Synchronous from the near cache, else a promise.

import { requestTargetOf } from '@kurz/process';
import { hasPassword, type PasswordGate } from '../password/password-gate';
import { shortPathOf } from '../request/short-path-of';
import type { SentForm } from '../request/read-form';
import type { Sender, VisitorRequest } from '../request/visitor-request';
import type { ResolveLink } from '../resolve/resolve-link';
import type { Zone } from '../resolve/zone';
import type { Zones } from '../resolve/zones';
import { pageFor, type Answer } from './answer';
import { answerOfLink, type AnswerOfLinkDeps } from './answer-of-link';
import { answerOfUnlocked, promptForPassword } from './password-page';
import { noFavicon, notFoundPage, robotsFile, unavailablePage, wrongMethodPage } from './pages';

export type AnswerOfRequest = (request: VisitorRequest) => Answer | Promise<Answer>;

const wrongMethod = pageFor('wrong_method', wrongMethodPage);
const unknownHost = pageFor('unknown_host', notFoundPage);
const unavailable = pageFor('unavailable', unavailablePage);
const disabledZone = pageFor('disabled_zone', notFoundPage);
const noRoot = pageFor('no_root', notFoundPage);
const noSuchPath = pageFor('no_such_path', notFoundPage);
const robots = pageFor('robots', robotsFile);
const favicon = pageFor('favicon', noFavicon);

export type AnswerOfRequestDeps = AnswerOfLinkDeps & {
  zones: Pick<Zones, 'find' | 'findLate'>;
  resolve: ResolveLink['resolve'];
  gate: PasswordGate;
};

/** Only a link with a password takes a form. */
function makeAnswerOfForm({ zones, resolve, gate }: AnswerOfRequestDeps) {
  return async ({ target: sent, sender }: VisitorRequest, form: SentForm): Promise<Answer> => {
    const { host, target } = requestTargetOf(sent, sender.host);
    const zone = zones.find(host) ?? (await zones.findLate(host));
    if (zone === 'unavailable') return unavailable;
    const path = shortPathOf(target);
    if (zone === 'unknown' || !zone.isEnabled || path.kind !== 'link') return wrongMethod;
    const outcome = await resolve(zone.id, path.slug);
    if (outcome.kind === 'unavailable') return unavailable;
    if (outcome.kind !== 'link' || !hasPassword(outcome)) return wrongMethod;
    const unlocked = await gate.unlock(outcome, path, { target, sender, form });
    return unlocked.kind === 'unlocked' ? answerOfUnlocked(unlocked) : promptForPassword(unlocked, sender);
  };
}

export function makeAnswerOfRequest(deps: AnswerOfRequestDeps): AnswerOfRequest {
  const answerOfForm = makeAnswerOfForm(deps);

  const answerAtZone = (zone: Zone, target: string, sender: Sender): Answer | Promise<Answer> => {
    if (!zone.isEnabled) return disabledZone;
    const path = shortPathOf(target);
    switch (path.kind) {
      case 'root':
        return zone.rootLocation ? { kind: 'root', location: zone.rootLocation } : noRoot;
      case 'robots':
        return robots;
      case 'favicon':
        return favicon;
      case 'other':
        return noSuchPath;
      case 'link': {
        const outcome = deps.resolve(zone.id, path.slug);
        if (!(outcome instanceof Promise)) return answerOfLink(outcome, path, { target, sender }, deps);
        return outcome.then((late) => answerOfLink(late, path, { target, sender }, deps));
      }
    }
  };

  const answerAtUnknownHost = async (host: string, target: string, sender: Sender): Promise<Answer> => {
    const zone = await deps.zones.findLate(host);
    if (zone === 'unavailable') return unavailable;
    return zone === 'unknown' ? unknownHost : answerAtZone(zone, target, sender);
  };

  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return request.form ? answerOfForm(request, request.form) : wrongMethod;
    const { sender } = request;
    const { host, target } = requestTargetOf(request.target, sender.host);
    const zone = deps.zones.find(host);
    return zone ? answerAtZone(zone, target, sender) : answerAtUnknownHost(host, target, sender);
  };
}
