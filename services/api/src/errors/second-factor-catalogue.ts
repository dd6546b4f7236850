// The part of the error catalogue about second factors and passkeys, which only the web app's endpoints (/x) use.

import type { CatalogueEntry } from './catalogue-entry';

export const secondFactorCatalogue = {
  SIGN_IN_EXPIRED: {
    status: 401,
    isPublic: true,
    en: 'This sign-in took too long. Please begin again.',
    de: 'Diese Anmeldung hat zu lange gedauert. Bitte noch einmal beginnen.',
  },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    isPublic: true,
    en: 'This workspace requires a second factor. Please add one to your account.',
    de: 'Dieser Workspace verlangt einen zweiten Faktor. Bitte einen im eigenen Konto einrichten.',
  },
  OWN_SECOND_FACTOR_REQUIRED: {
    status: 403,
    isPublic: true,
    shownAs: 'SECOND_FACTOR_REQUIRED',
    en: 'Add a second factor to your own account before you require one of others.',
    de: 'Vor dem Verlangen von anderen bitte im eigenen Konto einen zweiten Faktor einrichten.',
  },
  SECOND_FACTOR_EXISTS: {
    status: 409,
    isPublic: true,
    en: 'Your account has an authenticator already. Remove it first.',
    de: 'Ihr Konto hat schon eine Authenticator-App. Bitte erst entfernen.',
  },
  SECOND_FACTOR_NOT_FOUND: {
    status: 404,
    isPublic: true,
    shownAs: 'NOT_FOUND',
    en: 'Your account has no second factor.',
    de: 'Ihr Konto hat keinen zweiten Faktor.',
  },
  SECOND_FACTOR_STAYS: {
    status: 409,
    isPublic: true,
    en: 'These workspaces require a second factor: {workspaces}. Add another one first, or leave them.',
    de: 'Diese Workspaces verlangen einen zweiten Faktor: {workspaces}. Bitte erst einen anderen einrichten oder sie verlassen.',
  },
  PASSKEY_REFUSED: {
    status: 400,
    isPublic: true,
    en: 'This passkey was not accepted.',
    de: 'Dieser Passkey wurde nicht angenommen.',
  },
  PASSKEY_EXPIRED: {
    status: 400,
    isPublic: true,
    en: 'This took longer than five minutes, or was answered before. Please try again.',
    de: 'Das hat länger als fünf Minuten gedauert oder wurde schon beantwortet. Bitte noch einmal versuchen.',
  },
  PASSKEY_EXISTS: {
    status: 409,
    isPublic: true,
    en: 'This passkey has been added already.',
    de: 'Dieser Passkey ist schon hinzugefügt.',
  },
  PASSKEY_LIMIT_REACHED: {
    status: 403,
    isPublic: true,
    en: 'One person can have {max} passkeys, and you have that many.',
    de: 'Eine Person kann {max} Passkeys haben, und so viele sind es schon.',
  },
  PASSKEY_NOT_FOUND: {
    status: 404,
    isPublic: true,
    shownAs: 'NOT_FOUND',
    en: 'You have no such passkey.',
    de: 'Diesen Passkey haben Sie nicht.',
  },
  PASSKEY_ONLY_WAY_IN: {
    status: 409,
    isPublic: true,
    en: 'You sign in by this passkey alone. Set a password or add another passkey before you remove it.',
    de: 'Sie melden sich nur mit diesem Passkey an. Bitte erst ein Passwort setzen oder einen anderen Passkey hinzufügen.',
  },
  PASSKEYS_NOT_SET_UP: {
    status: 409,
    isPublic: true,
    en: 'Passkeys are not set up here. Please ask the operator of this service.',
    de: 'Passkeys sind hier nicht eingerichtet. Bitte an den Betreiber dieses Dienstes wenden.',
  },
  PASSKEYS_ELSEWHERE: {
    status: 409,
    isPublic: true,
    en: 'Passkeys work at {address} only.',
    de: 'Passkeys funktionieren nur unter {address}.',
  },
} as const satisfies Record<string, CatalogueEntry>;
