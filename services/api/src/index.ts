// The API service as other packages see it: its settings, and what the admin command does with accounts and zones. The
// service itself: make-api.ts.

export {
  endPepperRotation,
  findTokensUnusedSince,
  noteRotatedPepper,
  type UnusedToken,
} from './pepper/pepper-rotation';
export { UNLIMITED, type TokenLimits } from './access/token-limits';
export { allScopes, scopesNamed, type ScopesOutcome } from './access/scopes';
export { auditActions, type AuditAction } from './audit/audit-action';
export {
  changesBetween,
  changesOfNew,
  SYSTEM,
  type AuditActor,
  type AuditChanges,
  type AuditEvent,
} from './audit/audit-event';
export { writeAuditEvents } from './audit/write-audit-events';
export { createUser, type CreateUserOutcome } from './people/create-user';
export {
  createUserToken,
  type CreateUserTokenOutcome,
  type Grant,
} from './workspaces/tokens/create-user-token';
export { createWorkspace, type CreateWorkspaceOutcome } from './workspaces/create-workspace';
export {
  createWorkspaceToken,
  type CreateWorkspaceTokenOutcome,
} from './workspaces/tokens/create-workspace-token';
export { findAccount, type FoundAccount } from './people/find-account';
export { listTokens, type ListedToken } from './workspaces/tokens/list-tokens';
export { listWorkspaces, type ListedWorkspace } from './workspaces/list-workspaces';
export { verifyEmailAsOperator, type VerifyEmailAsOperatorOutcome } from './people/verify-email-as-operator';
export { revokeToken, type RevokeTokenOutcome } from './workspaces/tokens/revoke-token';
export { setPlan, type SetPlanOutcome } from './workspaces/set-plan';
export { apiServerOptions, MAX_WAITING_ON_API } from './api-server-options';
export { makeOutboxRelay, type OutboxRelay } from './outbox/outbox-relay';
export { validateWorkspaceName } from './workspaces/validate-workspace-name';
export {
  blockDestination,
  listBlockedDestinations,
  unblockDestination,
  type BlockedDestination,
} from './destinations/blocked-destinations';
export {
  destinationNamed,
  type DestinationName,
  type NamedDestination,
} from './destinations/destination-name';
export type { Flag } from './destinations/find-flags';
export { lockDestinations } from './destinations/lock-destinations';
export { deletePerson, type DeletePersonOutcome } from './workspaces/deletion/delete-person';
export { deleteWorkspace, type DeleteWorkspaceOutcome } from './workspaces/deletion/delete-workspace';
export { messageOf } from './errors/message-of';
export type { Refusal } from './errors/refusal';
export { exportPerson, type PersonExport } from './workspaces/export/export-person';
export {
  PEER_FORMATS,
  exportPeerCsv,
  type PeerCsvExport,
  type PeerFormat,
} from './workspaces/export/export-peer-csv';
export { portablePages } from './workspaces/export/portable-pages';
export {
  importWorkspace,
  type ImportSource,
  type WorkspaceImport,
} from './workspaces/import/import-workspace';
export { nextPartition, type WriteClickRows } from './workspaces/import/counted-rows';
export { makeWriteClickRows } from './workspaces/import/write-click-rows';
export { exportLines, type ExportPage } from './workspaces/export/export-record';
export { exportWorkspace, type WorkspaceExport } from './workspaces/export/export-workspace';
export {
  readLinkCounts,
  type LinkCount,
  type LinkCountsPage,
  type ReadLinkCounts,
} from './workspaces/export/read-link-counts';
export type { GivenRole } from './workspaces/members/given-role';
export { removeMember, type RemoveMemberOutcome } from './workspaces/members/remove-member';
export { setMember, type SetMemberOutcome } from './workspaces/members/set-member';
export { refusalOfPassword } from './people/validate-password';
export { makeSignInLink, type NewSignInLink } from './people/sign-in-links';
export { removeSecondFactors } from './second-factors/totp-set-up';
export { setPassword, type SetPasswordOutcome } from './sessions/set-password';
export { validateTokenLimits, validateTokenName } from './workspaces/tokens/validate-new-token';
export { beginTransfer, type BeginTransferOutcome } from './workspaces/transfer/begin-transfer';
export { cancelTransfer, type CancelTransferOutcome } from './workspaces/transfer/cancel-transfer';
export { endTransfer, type EndTransferOutcome } from './workspaces/transfer/end-transfer';
export { openCsvSource } from './imports/csv/csv-source';
export {
  SourceChanged,
  SourceFault,
  type CountedDays,
  type DayClicks,
  type HistorySource,
  type ImportedLink as MovedLink,
  type LinkSource,
  type MovedVisit,
} from './imports/import-source';
export { importOutcomes } from './imports/evaluate-page';
export { stageDays, type LinkDays } from './imports/staged-days';
export { listImports, type ListedImport } from './imports/list-imports';
export { releaseImportPartition, moveDays, type DaysDeps } from './imports/move-days';
export { peerApis } from './imports/peers/peer-apis';
export type { PeerApi } from './imports/peers/peer-api';
export { openPeerSource } from './imports/peers/peer-source';
export { REPORT_HEAD, reportLinesOf, reportTextOf } from './imports/report-lines';
export {
  runImport,
  type ImportCounts,
  type ImportedPage,
  type MoveHistory,
  type RunningImport,
} from './imports/run-import';
export { dryRunImport } from './imports/dry-run-import';
export { undoImport, type UndoOutcome } from './imports/undo-import';
export { isCountable, visitOf, visitOfMoved, type CountedLink } from './imports/visit-of-moved';
export { openYourlsLog } from './imports/yourls-log/open-yourls-log';
export { importLinks, MAX_IMPORTED_LINKS, type ImportedLink } from './links/import-links';
export { isReservedWord as isReservedSlug } from './links/reserved-words';
export { destinationOf, refuseOwnDomains } from './links/validate-destination';
export { setLinkRestricted, setLinkUnsafe, type SetLinkFlagOutcome } from './links/set-link-flag';
export { builtInPlans, NO_LIMIT, planLimitsOf, type PlanLimits, type PlanTable } from './plans/plan-table';
export { leadsToApp } from './app/app-answer';
export { APP_URL, appUrlOf, mailProperties } from './mail/mail-setting';
export type { MailSettings } from './mail/mail-sender';
export { checkMailServer, type MailServerState } from './mail/open-mail-transport';
export { plansOf, plansProperty } from './plans/plans-setting';
export { answerClientError, type ClientError } from './http/answer-client-error';
export type { ApiDeps } from './server/api-deps';
export { apiProperties, apiSettingsOf, type ApiSettings } from './server/api-settings';
export { isStoreAway } from './errors/is-store-away';
export { suspendPerson, type SuspendPersonOutcome } from './workspaces/suspend-person';
export { suspendWorkspace, type SuspensionOutcome } from './workspaces/suspend-workspace';
export { runSweeps } from './sweeps/run-sweeps';
export {
  validateUtmConventions,
  type ValidatedConventions,
} from './links/utm-conventions/validate-utm-conventions';
export {
  setUtmConventions,
  type SetUtmConventionsOutcome,
} from './links/utm-conventions/set-utm-conventions';
export type { UtmConventions } from './links/utm-conventions/utm-conventions';
export { createZone, type CreateZoneOutcome, type NewZone } from './zones/create-zone';
export { listZones, type ListedZone } from './zones/list-zones';
export { normaliseDomain } from './zones/normalise-domain';
export { removeZone, type RemoveZoneOutcome } from './zones/remove-zone';
export { renameZone, type RenameZoneOutcome } from './zones/rename-zone';
export { setSharedDefault, type SetSharedDefaultOutcome } from './zones/set-shared-default';
export { setZoneEnabled, type SetZoneEnabledOutcome } from './zones/set-zone-enabled';
export { findZoneNamed } from './zones/find-zone-named';
export {
  DOMAIN_CHECK_PROPERTIES,
  domainCheckOf,
  type DomainCheckSettings,
} from './domain-check/check-settings';
export { findCheckedZone, keepCheck, type CheckedZone } from './domain-check/checked-zone';
export { findingCatalogue, type Finding, type FindingCode } from './domain-check/findings';
export type { CheckDomain, DomainCheck } from './domain-check/check-domain';
export type { FrontHost } from './domain-check/front-hosts';
export { openCheckDomain } from './domain-check/open-check-domain';
export { localizeCheck, type LocalizedCheck } from './domain-check/localize-check';
export { OUTBOUND_PROPERTIES, outboundOf } from './server/outbound-settings';
