// The part of the error catalogue about tokens, domains, imports and UTM conventions of a workspace, for the web app's
// settings.

import type { CatalogueEntry } from './catalogue-entry';

export const settingsCatalogue = {
  TOKEN_NOT_FOUND: {
    status: 404,
    isPublic: true,
    shownAs: 'NOT_FOUND',
    en: 'There is no such token here.',
    de: 'Dieses Token gibt es hier nicht.',
  },
  WORKSPACE_TOKEN_LIMIT_REACHED: {
    status: 403,
    isPublic: true,
    en: 'A workspace can have {max} API tokens, and it has that many. Revoke one that is no longer used.',
    de: 'Ein Workspace kann {max} API-Token haben, und so viele sind es schon. Bitte eines widerrufen, das nicht mehr gebraucht wird.',
  },
  PERSON_TOKEN_LIMIT_REACHED: {
    status: 403,
    isPublic: true,
    en: 'A person can have {max} API tokens, and you have that many. Revoke one that is no longer used.',
    de: 'Eine Person kann {max} API-Token haben, und so viele sind es schon. Bitte eines widerrufen, das nicht mehr gebraucht wird.',
  },
  ZONE_NOT_FOUND: {
    status: 404,
    isPublic: true,
    shownAs: 'NOT_FOUND',
    en: 'There is no such domain in this workspace.',
    de: 'Diese Domain gibt es in diesem Workspace nicht.',
  },
  DOMAIN_TAKEN: {
    status: 409,
    isPublic: true,
    en: 'This domain is in use already, here or by others who have proven that it is theirs.',
    de: 'Diese Domain wird schon verwendet, hier oder von anderen, die sie als die ihre nachgewiesen haben.',
  },
  DOMAIN_LIMIT_REACHED: {
    status: 403,
    isPublic: true,
    en: "The workspace's plan includes {max} custom domains, and that many are in use.",
    de: 'Der Tarif des Workspace umfasst {max} eigene Domains, und so viele sind in Verwendung.',
  },
  ZONE_HAS_LINKS: {
    status: 409,
    isPublic: true,
    en: 'There are links on this domain, or visits were imported for it. Disable it, or delete its links first.',
    de: 'Auf dieser Domain liegen Links, oder es wurden Besuche für sie importiert. Sie lässt sich deaktivieren; zum Entfernen müssen erst ihre Links gelöscht werden.',
  },
  ZONE_UNUSABLE: {
    status: 409,
    isPublic: true,
    en: 'Only a domain that is verified and enabled can be the default.',
    de: 'Nur eine bestätigte und aktivierte Domain kann der Standard sein.',
  },
  DNS_UNAVAILABLE: {
    status: 503,
    isPublic: true,
    en: 'The DNS of this domain does not answer at the moment. Please try again later.',
    de: 'Das DNS dieser Domain antwortet gerade nicht. Bitte später erneut versuchen.',
  },
  IMPORT_NOT_FOUND: {
    status: 404,
    isPublic: true,
    shownAs: 'NOT_FOUND',
    en: 'There is no such import in this workspace.',
    de: 'Diesen Import gibt es in diesem Workspace nicht.',
  },
  IMPORT_IN_PROGRESS: {
    status: 409,
    isPublic: true,
    en: 'Another import of this workspace is under way. Only one runs at a time.',
    de: 'In diesem Workspace läuft schon ein Import. Es läuft immer nur einer.',
  },
  IMPORT_NOT_READY: {
    status: 409,
    isPublic: true,
    en: 'This import is not at the step that comes before this one. Please load the page again.',
    de: 'Dieser Import ist nicht bei dem Schritt, der diesem vorausgeht. Bitte die Seite neu laden.',
  },
  FILE_TOO_LARGE: {
    status: 413,
    isPublic: true,
    en: 'The file must not exceed {max}.',
    de: 'Die Datei darf höchstens {max} groß sein.',
  },
  CSV_EXPECTED: {
    status: 415,
    isPublic: false,
    en: 'The body must be a part of a CSV file (Content-Type: text/csv), not compressed.',
    de: 'Der Anfragetext muss ein Teil einer CSV-Datei sein (Content-Type: text/csv), nicht komprimiert.',
  },
  UTM_CONVENTIONS_NOT_IN_PLAN: {
    status: 403,
    isPublic: true,
    en: "UTM conventions are not part of the workspace's plan.",
    de: 'UTM-Konventionen sind im Tarif des Workspace nicht enthalten.',
  },
} as const satisfies Record<string, CatalogueEntry>;
