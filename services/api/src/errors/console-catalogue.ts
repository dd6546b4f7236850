// The part of the error catalogue that only the web app's endpoints (/x) answer with.

import type { CatalogueEntry } from './catalogue-entry';

export const consoleCatalogue = {
  SIGNED_OUT: {
    status: 401,
    isPublic: true,
    en: 'Please sign in. There is no session, or it has ended.',
    de: 'Bitte anmelden. Es gibt keine Sitzung, oder sie ist beendet.',
  },
  SIGN_IN_FAILED: {
    status: 401,
    isPublic: true,
    en: 'This e-mail address and this password do not belong together.',
    de: 'E-Mail-Adresse und Passwort passen nicht zusammen.',
  },
  SESSION_REPLACED: {
    status: 401,
    isPublic: true,
    en: 'Another request has just renewed this session. Please try again.',
    de: 'Eine andere Anfrage hat diese Sitzung eben erneuert. Bitte noch einmal versuchen.',
  },
  CSRF_REJECTED: {
    status: 403,
    isPublic: true,
    en: "This request does not come from the web app's own pages.",
    de: 'Diese Anfrage kommt nicht von den eigenen Seiten der Web-App.',
  },
  ROLE_REQUIRED: {
    status: 403,
    isPublic: true,
    en: 'This needs the role {role} or a higher one in the workspace.',
    de: 'Das erfordert im Workspace die Rolle {role} oder eine höhere.',
  },
  WORKSPACE_NOT_FOUND: {
    status: 404,
    isPublic: true,
    shownAs: 'NOT_FOUND',
    en: 'There is no such workspace.',
    de: 'Diesen Workspace gibt es nicht.',
  },
  MEMBER_NOT_FOUND: {
    status: 404,
    isPublic: true,
    shownAs: 'NOT_FOUND',
    en: 'There is no such member in this workspace.',
    de: 'Dieses Mitglied gibt es in diesem Workspace nicht.',
  },
  INVITATION_NOT_FOUND: {
    status: 404,
    isPublic: true,
    shownAs: 'NOT_FOUND',
    en: 'There is no such invitation, or it has ended.',
    de: 'Diese Einladung gibt es nicht, oder sie ist abgelaufen.',
  },
  TRANSFER_NOT_FOUND: {
    status: 404,
    isPublic: true,
    shownAs: 'NOT_FOUND',
    en: 'This workspace is not being handed over.',
    de: 'Dieser Workspace wird nicht übertragen.',
  },
  INVITATION_FOR_ANOTHER: {
    status: 403,
    isPublic: true,
    en: 'This invitation is for another e-mail address than the one you are signed in with.',
    de: 'Diese Einladung gilt für eine andere E-Mail-Adresse als die der angemeldeten Person.',
  },
  TRANSFER_FOR_ANOTHER: {
    status: 403,
    isPublic: true,
    en: 'Only the owner and the person who is to become the owner decide on this transfer.',
    de: 'Über diese Übertragung entscheidet nur, wer den Workspace besitzt oder erhalten soll.',
  },
  OWNER_STAYS: {
    status: 409,
    isPublic: true,
    en: 'The owner can neither leave nor get another role; transfer the workspace first.',
    de: 'Wer den Workspace besitzt, kann weder gehen noch die Rolle wechseln; erst muss er übertragen werden.',
  },
  PERSONAL_WORKSPACE: {
    status: 409,
    isPublic: true,
    en: 'A personal workspace belongs to one person alone.',
    de: 'Ein persönlicher Workspace gehört nur einer Person.',
  },
  ALREADY_MEMBER: {
    status: 409,
    isPublic: true,
    en: 'This person is a member of the workspace already.',
    de: 'Diese Person ist schon Mitglied des Workspace.',
  },
  EMAIL_TAKEN: {
    status: 409,
    isPublic: true,
    en: 'There is an account with this e-mail address already. Please sign in with it.',
    de: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Bitte damit anmelden.',
  },
} as const satisfies Record<string, CatalogueEntry>;
