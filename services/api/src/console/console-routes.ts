// All endpoints of the web app: the API hands in what it has, each route maker takes what it needs.

import { withPeopleDefaults } from '../accounts/people-limits';
import type { AskAnalytics } from '../analytics/ask-analytics';
import type { LinkChangeApplier } from '../changes/link-change-applier';
import type { MailSender } from '../mail/mail-sender';
import type { MakeCounter } from '../rate-limits/make-counters';
import type { ApiDeps, ApiSettings } from '../server/api-deps';
import type { Route } from '../server/route';
import { makeAuditRoutes } from './audit/audit-routes';
import type { ConsoleRoute } from './console-route';
import { makeUtmConventionRoutes } from './conventions/utm-convention-routes';
import { makeEmailLinkRoutes } from './email-links/email-link-routes';
import { makeTakeLinkRequest } from './email-links/link-requests';
import { makeDeletionRoutes } from './deletions/deletion-routes';
import { makeExportRoutes } from './exports/export-routes';
import { makeConsoleLinkRoutes } from './links/console-link-routes';
import { makeAcceptanceRoutes } from './members/acceptance-routes';
import { makeTakeInvitationMail } from './members/invitation-mails';
import { makeInvitationRoutes } from './members/invitation-routes';
import { makeMemberRoutes } from './members/member-routes';
import { makeAccessTokens } from './sessions/access-token';
import { makeKnownBrowsers } from './sessions/known-browsers';
import { makeOwnSessionRoutes } from './sessions/own-session-routes';
import { makePersonRoutes } from './sessions/person-routes';
import { sessionKeysOf } from './sessions/session-keys';
import { makeSessionRoutes } from './sessions/session-routes';
import { makeSessions } from './sessions/sessions';
import { makeSignInTries } from './sessions/sign-in-tries';
import { makeUserTokenRoutes } from './tokens/user-token-routes';
import { makeWorkspaceTokenRoutes } from './tokens/workspace-token-routes';
import { makeTransferRoutes } from './transfer/transfer-routes';
import { makeWorkspaceRoutes } from './workspaces/workspace-routes';
import { makeConsoleZoneRoutes } from './zones/console-zone-routes';

export type ConsoleDeps = ApiDeps & {
  applier: LinkChangeApplier;
  askAnalytics: AskAnalytics;
  makeCounter: MakeCounter;
  nudgeSweeps?: () => void;
  /** Undefined: no mail is sent. */
  mailing?: Pick<MailSender, 'nudge'>;
  /** The endpoints of /v1, which people who are signed in have as well. */
  apiRoutes: readonly Route[];
};

export function makeConsoleRoutes(deps: ConsoleDeps, settings: ApiSettings): ConsoleRoute[] {
  const keys = sessionKeysOf(settings);
  const accessTokens = makeAccessTokens(deps, { keys: keys.access });
  const knownBrowsers = makeKnownBrowsers(deps, { keys: keys.browser });
  const sessions = makeSessions({ ...deps, accessTokens, knownBrowsers }, { refreshKeys: keys.refresh });
  const tries = makeSignInTries(deps);
  const people = withPeopleDefaults(settings);
  const takeInvitationMail = makeTakeInvitationMail(deps, people);
  const { invitation: invitationKeys, mail: mailKeys } = keys;
  return [
    ...makeSessionRoutes({ ...deps, sessions, knownBrowsers, tries }),
    ...makeOwnSessionRoutes(deps),
    ...makePersonRoutes({ ...deps, knownBrowsers, tries }),
    ...makeWorkspaceRoutes(deps, people),
    ...makeExportRoutes(deps),
    ...makeDeletionRoutes({ ...deps, tries }),
    ...makeMemberRoutes(deps),
    ...makeInvitationRoutes({ ...deps, takeInvitationMail }, { ...people, invitationKeys, mailKeys }),
    ...makeAcceptanceRoutes({ ...deps, sessions }, { invitationKeys }),
    ...makeEmailLinkRoutes(
      { ...deps, knownBrowsers, takeLinkRequest: makeTakeLinkRequest(deps) },
      { mailKeys },
    ),
    ...makeTransferRoutes(deps, people),
    ...makeWorkspaceTokenRoutes(deps, settings),
    ...makeUserTokenRoutes(deps, settings),
    ...makeConsoleZoneRoutes(deps, settings),
    ...makeAuditRoutes(deps),
    ...makeUtmConventionRoutes(deps, settings),
    ...makeConsoleLinkRoutes(deps.apiRoutes),
  ];
}
