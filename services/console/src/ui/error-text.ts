// The text of an error in the person's language.

import { ApiError, OfflineError } from '../api/api-error';
import { PasskeyError } from '../browser/passkeys';
import { catalogue, useTexts } from '../i18n/texts';
import { PartNotLoadedError } from './lazy-part';

const texts = catalogue(
  {
    offline: 'The server was not reached. Please check your connection.',
    notLoaded: 'This part of the app could not be loaded. Please check your connection.',
    crashed: 'Something went wrong on this page.',
    cancelled: 'No passkey was used. Please try again, or sign in another way.',
    exists: 'This device holds a passkey of yours already.',
    failed: 'The browser could not use a passkey here.',
    waitSeconds: (seconds: number) => `Try again in ${seconds} s.`,
    waitMinutes: (minutes: number) => `Try again in ${minutes} min.`,
  },
  {
    offline: 'Der Server wurde nicht erreicht. Bitte prüfen Sie Ihre Verbindung.',
    notLoaded: 'Dieser Teil der App ließ sich nicht laden. Bitte prüfen Sie Ihre Verbindung.',
    crashed: 'Auf dieser Seite ist etwas schiefgegangen.',
    cancelled: 'Es wurde kein Passkey benutzt. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
    exists: 'Auf diesem Gerät ist schon ein Passkey von Ihnen.',
    failed: 'Der Browser konnte hier keinen Passkey benutzen.',
    waitSeconds: (seconds: number) => `Versuchen Sie es in ${seconds} s noch einmal.`,
    waitMinutes: (minutes: number) => `Versuchen Sie es in ${minutes} min noch einmal.`,
  },
);

/** A function from an error to its text. The API's own texts are in the person's language already. */
export function useErrorText(): (error: unknown) => string {
  const t = useTexts(texts);
  const waitOf = (seconds: number) =>
    seconds < 100 ? t.waitSeconds(seconds) : t.waitMinutes(Math.ceil(seconds / 60));
  return (error) => {
    if (error instanceof OfflineError) return t.offline;
    if (error instanceof PartNotLoadedError) return t.notLoaded;
    if (error instanceof PasskeyError) return t[error.reason];
    if (!(error instanceof ApiError)) return t.crashed;
    return error.retryAfter === undefined ? error.message : `${error.message} ${waitOf(error.retryAfter)}`;
  };
}
