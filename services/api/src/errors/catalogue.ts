// Every way a request can be refused: its status, whether the body shows its code, and its text in both languages.
// A refusal names a code; messageOf fills the {placeholders}; `answerOfRefusal` writes status and body.

import type { CatalogueEntry } from './catalogue-entry';
import { consoleCatalogue } from './console-catalogue';
import { labelCatalogue } from './label-catalogue';
import { secondFactorCatalogue } from './second-factor-catalogue';
import { settingsCatalogue } from './settings-catalogue';

export type { Language } from './catalogue-entry';

export const catalogue = {
  VALIDATION_FAILED: { status: 400, isPublic: true, en: '"{field}" {reason}.', de: '„{field}“ {reason}.' },
  SLUG_INVALID: {
    status: 400,
    isPublic: true,
    en: 'A slug has 3 to 1024 characters: letters, digits, hyphens and underscores.',
    de: 'Ein Slug hat 3 bis 1024 Zeichen: Buchstaben ohne Umlaute, Ziffern, Bindestriche und Unterstriche.',
  },
  SLUG_RESERVED: {
    status: 400,
    isPublic: true,
    en: 'This slug is reserved. Please choose another one.',
    de: 'Dieser Slug ist reserviert. Bitte einen anderen wählen.',
  },
  SLUG_EXISTS: {
    status: 409,
    isPublic: true,
    en: 'This slug already exists on that domain.',
    de: 'Diesen Slug gibt es auf dieser Domain schon.',
  },
  ...labelCatalogue,
  INSUFFICIENT_QUOTA: {
    status: 403,
    isPublic: true,
    en: "The plan's allowance of new links is used up for this billing period.",
    de: 'Das Kontingent des Tarifs an neuen Links ist für diesen Abrechnungszeitraum aufgebraucht.',
  },
  SCOPE_REQUIRED: {
    status: 403,
    isPublic: true,
    en: 'This token lacks the scope {scope}.',
    de: 'Diesem Token fehlt die Berechtigung {scope}.',
  },
  SCOPE_BEYOND_ROLE: {
    status: 403,
    isPublic: true,
    shownAs: 'SCOPE_REQUIRED',
    en: 'This token has the scope {scope}, but the role {role} in that workspace does not allow it.',
    de: 'Dieses Token hat die Berechtigung {scope}, aber die Rolle {role} in diesem Workspace erlaubt sie nicht.',
  },
  NOT_GRANTED: {
    status: 403,
    isPublic: true,
    en: 'This token has no access to that workspace.',
    de: 'Dieses Token hat keinen Zugriff auf diesen Workspace.',
  },
  GRANT_INACTIVE: {
    status: 403,
    isPublic: true,
    en: 'The membership in that workspace has ended, so this token cannot act in it.',
    de: 'Die Mitgliedschaft in diesem Workspace ist beendet; das Token kann dort nicht handeln.',
  },
  PLAN_REQUIRED: {
    status: 403,
    isPublic: true,
    en: 'That workspace is on a plan without API access.',
    de: 'Der Tarif dieses Workspace enthält keinen API-Zugang.',
  },
  WORKSPACE_SUSPENDED: {
    status: 403,
    isPublic: true,
    en: 'The service has suspended this workspace. Its links are stopped, and nothing in it can be changed.',
    de: 'Der Dienst hat diesen Workspace gesperrt. Seine Links sind angehalten, und nichts darin lässt sich ändern.',
  },
  CAMPAIGN_REPORT_NOT_IN_PLAN: {
    status: 403,
    isPublic: true,
    en: "Campaign reports are not part of the workspace's plan.",
    de: 'Kampagnenberichte sind im Tarif des Workspace nicht enthalten.',
  },
  NOT_FOUND: {
    status: 404,
    isPublic: true,
    en: 'There is no such link in this workspace.',
    de: 'Diesen Link gibt es in diesem Workspace nicht.',
  },
  UNAUTHORIZED: {
    status: 401,
    isPublic: true,
    en: 'A valid API token is required: Authorization: Bearer <token>.',
    de: 'Ein gültiges API-Token ist nötig: Authorization: Bearer <Token>.',
  },
  PLAN_NOT_ELIGIBLE: {
    status: 401,
    isPublic: true,
    en: 'API tokens are only for premium workspaces. They work again after an upgrade.',
    de: 'API-Tokens gibt es nur für Premium-Workspaces. Nach einem Upgrade funktionieren sie wieder.',
  },
  PRECONDITION_FAILED: {
    status: 412,
    isPublic: true,
    en: 'The link has been changed since the version that If-Match names.',
    de: 'Der Link wurde seit der Fassung geändert, die If-Match nennt.',
  },
  LINK_RESTRICTED: {
    status: 403,
    isPublic: true,
    en: 'The service restricted this link; its owner cannot delete or rename it.',
    de: 'Dieser Link wurde vom Dienst gesperrt und lässt sich weder löschen noch umbenennen.',
  },
  TRANSFER_IN_PROGRESS: {
    status: 423,
    isPublic: true,
    en: 'The workspace is being handed over to a new owner. Changes are possible again shortly.',
    de: 'Der Workspace wird gerade übertragen. Änderungen sind in Kürze wieder möglich.',
  },
  RATE_LIMITED: {
    status: 429,
    isPublic: true,
    en: 'Too many requests. Please wait before trying again.',
    de: 'Zu viele Anfragen. Bitte vor dem nächsten Versuch warten.',
  },
  TOO_MANY_AT_ONCE: {
    status: 429,
    isPublic: true,
    shownAs: 'RATE_LIMITED',
    en: 'Too many requests at the same time. Please wait before trying again.',
    de: 'Zu viele Anfragen gleichzeitig. Bitte vor dem nächsten Versuch warten.',
  },
  ANALYTICS_UNAVAILABLE: {
    status: 503,
    isPublic: true,
    en: 'The analytics are not available at the moment. Please try again later.',
    de: 'Die Statistik ist gerade nicht verfügbar. Bitte später erneut versuchen.',
  },
  INTERNAL: {
    status: 500,
    isPublic: true,
    en: 'Something went wrong on our side. Please try again later.',
    de: 'Auf unserer Seite ist etwas schiefgegangen. Bitte später erneut versuchen.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    isPublic: true,
    en: 'A request with this Idempotency-Key is still running. Please try again shortly.',
    de: 'Eine Anfrage mit diesem Idempotency-Key läuft noch. Bitte in Kürze erneut versuchen.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    isPublic: true,
    en: 'This Idempotency-Key was used for another request. A new request needs a new key.',
    de: 'Dieser Idempotency-Key gehört zu einer anderen Anfrage. Eine neue Anfrage braucht einen neuen Key.',
  },
  BODY_MALFORMED: {
    status: 400,
    isPublic: false,
    en: 'The request body {reason}.',
    de: 'Der Anfragetext {reason}.',
  },
  BATCH_INVALID: { status: 400, isPublic: false, en: '"{field}" {reason}.', de: '„{field}“ {reason}.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    isPublic: false,
    en: 'This address does not support the method {method}.',
    de: 'Diese Adresse unterstützt die Methode {method} nicht.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    isPublic: false,
    en: 'The body must be uncompressed JSON in UTF-8 (Content-Type: application/json).',
    de: 'Der Anfragetext muss unkomprimiertes JSON in UTF-8 sein (Content-Type: application/json).',
  },
  BODY_TOO_LARGE: {
    status: 413,
    isPublic: false,
    en: 'The body must not exceed {max}.',
    de: 'Der Anfragetext darf höchstens {max} groß sein.',
  },
  STORE_UNAVAILABLE: {
    status: 503,
    isPublic: true,
    en: 'The service cannot reach its database at the moment. Please try again shortly.',
    de: 'Der Dienst erreicht seine Datenbank gerade nicht. Bitte in Kürze erneut versuchen.',
  },
  ADDRESS_TOO_LONG: {
    status: 414,
    isPublic: false,
    en: 'The address of the request is too long.',
    de: 'Die Adresse der Anfrage ist zu lang.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    isPublic: false,
    en: 'The headers of the request are too large.',
    de: 'Die Kopfzeilen der Anfrage sind zu groß.',
  },
  REQUEST_TOO_SLOW: {
    status: 408,
    isPublic: false,
    en: 'The request did not arrive in time.',
    de: 'Die Anfrage kam nicht rechtzeitig an.',
  },
  REQUEST_MALFORMED: {
    status: 400,
    isPublic: false,
    en: 'This is not a valid HTTP request.',
    de: 'Das ist keine gültige HTTP-Anfrage.',
  },
  OVERLOADED: {
    status: 503,
    isPublic: true,
    en: 'The service has too much to do at the moment. Please try again shortly.',
    de: 'Der Dienst hat gerade zu viel zu tun. Bitte in Kürze erneut versuchen.',
  },
  ROUTE_NOT_FOUND: {
    status: 404,
    isPublic: true,
    shownAs: 'NOT_FOUND',
    en: 'There is nothing at this address.',
    de: 'Unter dieser Adresse gibt es nichts.',
  },
  ...consoleCatalogue,
  ...secondFactorCatalogue,
  ...settingsCatalogue,
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof catalogue;

/** The code that the body shows; undefined when it shows none. */
export function shownCodeOf(code: ErrorCode): string | undefined {
  const entry: CatalogueEntry = catalogue[code];
  return entry.isPublic ? (entry.shownAs ?? code) : undefined;
}
