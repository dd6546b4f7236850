// All endpoints of the web app, wired to the stores and services of the API.

import type { QueryAnalytics } from '../analytics/query-analytics';
import { makeAcceptanceRoutes } from '../console/acceptance-routes';
import { makeAuditRoutes } from '../console/audit-routes';
import { makeCampaignTagRoutes } from '../console/campaign-tag-routes';
import { makeConsoleLinkRoutes } from '../console/console-link-routes';
import { makeConsoleZoneRoutes } from '../console/console-zone-routes';
import { makeDailyHumansRoutes } from '../console/daily-humans-routes';
import { makeDeletionRoutes } from '../console/deletion-routes';
import { makeEmailLinkRoutes } from '../console/email-link-routes';
import { makeExportRoutes } from '../console/export-routes';
import { makeImportJobRoutes } from '../console/import-job-routes';
import { makeImportReadingRoutes } from '../console/import-reading-routes';
import { makeImportRoutes } from '../console/import-routes';
import { makeInvitationRoutes } from '../console/invitation-routes';
import { makeLinkDraftRoutes } from '../console/link-draft-routes';
import { makeMemberRoutes } from '../console/member-routes';
import { makeOwnSessionRoutes } from '../console/own-session-routes';
import { makePasskeyRoutes } from '../console/passkey-routes';
import { makePasskeySignInRoutes } from '../console/passkey-sign-in-routes';
import { makePersonRoutes } from '../console/person-routes';
import { makeReauthenticate } from '../console/reauthenticate';
import { makeQrRoutes } from '../console/qr-routes';
import { makeSecondFactorRoutes } from '../console/second-factor-routes';
import { makeSecondFactorRuleRoutes } from '../console/second-factor-rule-routes';
import { makeSessionRoutes } from '../console/session-routes';
import { makeSignInLinkRoutes } from '../console/sign-in-link-routes';
import { makeTransferRoutes } from '../console/transfer-routes';
import { makeUserTokenRoutes } from '../console/user-token-routes';
import { makeUtmConventionRoutes } from '../console/utm-convention-routes';
import { makeWorkspaceRoutes } from '../console/workspace-routes';
import { makeWorkspaceTokenRoutes } from '../console/workspace-token-routes';
import { makeZoneCheckRoute } from '../console/zone-check-route';
import type { CheckDomain } from '../domain-check/check-domain';
import type { ConsoleRoute } from '../http/console-route';
import type { Route } from '../http/route';
import type { ImportLoop } from '../imports/jobs/import-loop';
import { makeTakeLinkRequest } from '../mail/link-requests';
import type { MailSender } from '../mail/mail-sender';
import type { OutboxRelay } from '../outbox/outbox-relay';
import { relyingPartyOf } from '../passkeys/relying-party';
import { withPeopleDefaults } from '../people/people-limits';
import type { MakeCounter } from '../rate-limits/make-counters';
import { makeCodeAttempts } from '../second-factors/code-attempts';
import { makeAccessTokens } from '../sessions/access-token';
import { makeAttemptsOfAddress } from '../sessions/attempts-of-address';
import { makeKnownBrowsers } from '../sessions/known-browsers';
import { sessionKeysOf } from '../sessions/session-keys';
import { makeSessions } from '../sessions/sessions';
import { makeSignInTickets } from '../sessions/sign-in-ticket';
import { makeLoginAttempts } from '../sessions/login-attempts';
import { makeTakeInvitationMail } from '../workspaces/members/invitation-mails';
import type { RouteDeps } from './api-deps';
import type { ApiSettings } from './api-settings';

export type ConsoleDeps = RouteDeps & {
  outboxRelay: OutboxRelay;
  queryAnalytics: QueryAnalytics;
  makeCounter: MakeCounter;
  checkDomain: CheckDomain;
  triggerSweeps?: () => void;
  importLoop: Pick<ImportLoop, 'trigger' | 'peerReader'>;
  /** Undefined when no mail is sent. */
  mailing?: Pick<MailSender, 'trigger'>;
  /** The endpoints of /v1, which signed-in people can use as well. */
  apiRoutes: readonly Route[];
};

export function makeConsoleRoutes(deps: ConsoleDeps, settings: ApiSettings): ConsoleRoute[] {
  const keys = sessionKeysOf(settings);
  const accessTokens = makeAccessTokens(deps, { keys: keys.access });
  const knownBrowsers = makeKnownBrowsers(deps, { keys: keys.browser });
  const sessions = makeSessions({ ...deps, accessTokens, knownBrowsers }, { refreshKeys: keys.refresh });
  const loginAttempts = makeLoginAttempts(deps);
  const tickets = makeSignInTickets(deps, { keys: keys.ticket });
  const codeAttempts = makeCodeAttempts(deps);
  const passkeySettings = { relyingParty: relyingPartyOf(settings.appUrl) };
  const reauthenticate = makeReauthenticate({ ...deps, loginAttempts }, passkeySettings);
  const people = withPeopleDefaults(settings);
  const takeInvitationMail = makeTakeInvitationMail(deps, people);
  const { invitation: invitationKeys, mail: mailKeys } = keys;
  return [
    ...makeSessionRoutes({ ...deps, sessions, knownBrowsers, loginAttempts, tickets }),
    ...makeSecondFactorRoutes(
      { ...deps, sessions, tickets, codeAttempts, reauthenticate },
      { keys: keys.secondFactor },
    ),
    ...makePasskeyRoutes({ ...deps, reauthenticate }, passkeySettings),
    ...makePasskeySignInRoutes(
      { ...deps, sessions, tickets, codeAttempts, attempts: makeAttemptsOfAddress(deps, 'passkey') },
      passkeySettings,
    ),
    ...makeSignInLinkRoutes({
      ...deps,
      sessions,
      tickets,
      attempts: makeAttemptsOfAddress(deps, 'sign-in-link'),
    }),
    ...makeOwnSessionRoutes(deps),
    ...makePersonRoutes({ ...deps, knownBrowsers, loginAttempts, reauthenticate }),
    ...makeWorkspaceRoutes(deps, people),
    ...makeSecondFactorRuleRoutes(deps),
    ...makeExportRoutes(deps),
    ...makeImportRoutes(deps),
    ...makeImportJobRoutes(deps, settings),
    ...makeImportReadingRoutes(deps),
    ...makeDeletionRoutes({ ...deps, reauthenticate }),
    ...makeMemberRoutes(deps),
    ...makeInvitationRoutes({ ...deps, takeInvitationMail }, { ...people, invitationKeys, mailKeys }),
    ...makeAcceptanceRoutes({ ...deps, sessions }, { invitationKeys }),
    ...makeEmailLinkRoutes(
      {
        ...deps,
        knownBrowsers,
        takeLinkRequest: makeTakeLinkRequest(deps),
        attempts: makeAttemptsOfAddress(deps, 'password-reset'),
      },
      { mailKeys },
    ),
    ...makeTransferRoutes(deps, people),
    ...makeWorkspaceTokenRoutes(deps, settings),
    ...makeUserTokenRoutes(deps, settings),
    ...makeConsoleZoneRoutes(deps, settings),
    makeZoneCheckRoute(deps),
    ...makeAuditRoutes(deps),
    ...makeUtmConventionRoutes(deps, settings),
    ...makeLinkDraftRoutes(deps, settings),
    ...makeQrRoutes(deps),
    ...makeDailyHumansRoutes(deps, settings),
    ...makeCampaignTagRoutes(deps, settings),
    ...makeConsoleLinkRoutes(deps.apiRoutes),
  ];
}
