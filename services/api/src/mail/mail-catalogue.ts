// What each mail says, in both languages: the paragraphs before the link, the link's own words, and those after it.

import type { Language } from '../errors/catalogue';

export type MailKind = 'invitation' | 'email-proof' | 'password-reset';

type MailText = {
  subject: string;
  before: readonly string[];
  action: string;
  after: readonly string[];
};

export const mailCatalogue: Record<MailKind, Record<Language, MailText>> = {
  invitation: {
    en: {
      subject: 'Invitation to {workspace}',
      before: ['{inviter} invites you to the workspace “{workspace}” on {site}.'],
      action: 'Join the workspace',
      after: [
        'The link is for you alone. It works once, until {until}.',
        'You do not know what this is about? Then ignore this mail: nothing happens without the link.',
      ],
    },
    de: {
      subject: 'Einladung in {workspace}',
      before: ['{inviter} lädt Sie in den Workspace „{workspace}“ auf {site} ein.'],
      action: 'Dem Workspace beitreten',
      after: [
        'Der Link ist nur für Sie. Er funktioniert einmal, bis zum {until}.',
        'Sie wissen nicht, worum es geht? Dann ignorieren Sie diese Mail: Ohne den Link geschieht nichts.',
      ],
    },
  },
  'email-proof': {
    en: {
      subject: 'Confirm your e-mail address',
      before: ['Please confirm that {email} is the e-mail address of your account on {site}.'],
      action: 'Confirm the address',
      after: [
        'The link works once, until {until}, where you are signed in to that account.',
        'You have no account there? Then somebody else used your address. Ignore this mail: the address stays unconfirmed.',
      ],
    },
    de: {
      subject: 'E-Mail-Adresse bestätigen',
      before: ['Bitte bestätigen Sie, dass {email} die E-Mail-Adresse Ihres Kontos auf {site} ist.'],
      action: 'Adresse bestätigen',
      after: [
        'Der Link funktioniert einmal, bis zum {until}, wo Sie mit diesem Konto angemeldet sind.',
        'Sie haben dort kein Konto? Dann hat jemand anders Ihre Adresse angegeben. Ignorieren Sie diese Mail: Die Adresse bleibt unbestätigt.',
      ],
    },
  },
  'password-reset': {
    en: {
      subject: 'Set a new password',
      before: ['Somebody asked to set a new password for the account {email} on {site}.'],
      action: 'Set a new password',
      after: [
        'The link works once, until {until}. All sessions end with it.',
        'It was not you? Then ignore this mail: the password stays as it is.',
      ],
    },
    de: {
      subject: 'Neues Passwort setzen',
      before: ['Jemand möchte ein neues Passwort für das Konto {email} auf {site} setzen.'],
      action: 'Neues Passwort setzen',
      after: [
        'Der Link funktioniert einmal, bis zum {until}. Damit enden alle Sitzungen.',
        'Das waren nicht Sie? Dann ignorieren Sie diese Mail: Das Passwort bleibt, wie es ist.',
      ],
    },
  },
};
