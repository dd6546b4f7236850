// All endpoints of the web app: the API hands in what it has, each route maker takes what it needs.

import type { AskAnalytics } from '../analytics/ask-analytics';
import type { LinkChangeApplier } from '../changes/link-change-applier';
import type { MakeCounter } from '../rate-limits/make-counters';
import type { ApiDeps, ApiSettings } from '../server/api-deps';
import type { Route } from '../server/route';
import type { ConsoleRoute } from './console-route';
import { makeUtmConventionRoutes } from './conventions/utm-convention-routes';
import { makeConsoleLinkRoutes } from './links/console-link-routes';
import { makeAcceptanceRoutes } from './members/acceptance-routes';
import { makeInvitationRoutes } from './members/invitation-routes';
import { makeMemberRoutes } from './members/member-routes';
import { makeAccessTokens } from './sessions/access-token';
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
  /** The endpoints of /v1, which people who are signed in have as well. */
  apiRoutes: readonly Route[];
};

export function makeConsoleRoutes(deps: ConsoleDeps, settings: ApiSettings): ConsoleRoute[] {
  const keys = sessionKeysOf(settings);
  const accessTokens = makeAccessTokens(deps, { key: keys.access });
  const sessions = makeSessions({ ...deps, accessTokens }, { refreshKey: keys.refresh });
  const tries = makeSignInTries(deps);
  return [
    ...makeSessionRoutes({ ...deps, sessions, tries }),
    ...makePersonRoutes({ ...deps, tries }),
    ...makeWorkspaceRoutes(deps),
    ...makeMemberRoutes(deps),
    ...makeInvitationRoutes(deps, { invitationKey: keys.invitation }),
    ...makeAcceptanceRoutes({ ...deps, sessions }, { invitationKey: keys.invitation }),
    ...makeTransferRoutes(deps),
    ...makeWorkspaceTokenRoutes(deps, settings),
    ...makeUserTokenRoutes(deps, settings),
    ...makeConsoleZoneRoutes(deps, settings),
    ...makeUtmConventionRoutes(deps, settings),
    ...makeConsoleLinkRoutes(deps.apiRoutes),
  ];
}
