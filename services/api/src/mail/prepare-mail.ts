// Prepares the content of a waiting mail from the present state. A withdrawn invitation, an account that is gone or an
// address without an account needs no mail.

import type { Db } from '@kurz/database';
import type { KeyRing } from '../access/key-ring';
import { findClaims, type Claim } from '../people/email-claims';
import { LINK_MS, lockEmailLinks, openEmailLink, type EmailLinkKind } from './email-links';
import { isMailWaiting, type PendingMail } from './mail-outbox';
import { findMailedSecret, hashMailedSecret, mailedSecretOf, type MailKeys } from './mailed-secret';
import type { MailContent } from './render-mail';

export type PreparedMail = { kind: 'ready'; recipient: string; content: MailContent } | { kind: 'pointless' };

const POINTLESS = { kind: 'pointless' } as const;

/** The paths of the web app's pages. The secret is in the fragment, so that no server and no log sees it. */
const PAGES = {
  invitation: '/app/invitation',
  'email-proof': '/app/email-proof',
  'password-reset': '/app/password-reset',
} as const;

type Settings = { keys: MailKeys & { invitation: KeyRing }; appUrl: string };

function linkOf(kind: PendingMail['kind'], secret: string, appUrl: string): string {
  return `${appUrl}${PAGES[kind]}#${secret}`;
}

async function prepareInvitation(db: Db, mail: PendingMail, settings: Settings): Promise<PreparedMail> {
  const { invitationId, language } = mail;
  const found = await db
    .selectFrom('invitations')
    .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select([
      'workspaces.name as workspace',
      'users.email as inviter',
      'invitations.expires_at as expiresAt',
      'invitations.secret_hash as secretHash',
    ])
    .where('invitations.id', '=', invitationId ?? '')
    .executeTakeFirst();
  if (!found || invitationId === null) return POINTLESS;
  const { workspace, inviter, expiresAt, secretHash } = found;
  const { keys } = settings;
  const secret = findMailedSecret(invitationId, secretHash, { secret: keys.secret, hash: keys.invitation });
  if (secret === undefined) return POINTLESS;
  const site = new URL(settings.appUrl).host;
  const values = { workspace, inviter: inviter ?? site, site };
  const link = linkOf('invitation', secret, settings.appUrl);
  const content = { kind: 'invitation', language, values, expiresAt, link } as const;
  return { kind: 'ready', recipient: mail.recipient, content };
}

/**
 * The person whom the link is for, with the address as the account has it. Undefined when there is none. A new password
 * is for the newest of several unverified accounts, because a squatter comes before the owner of the address.
 */
async function personOf(
  db: Db,
  { kind, recipient, userId }: PendingMail,
): Promise<{ userId: string; email: string } | undefined> {
  const claims = await findClaims(db, recipient);
  const isMeant = (claim: Claim) => claim.userId === userId && !claim.isVerified;
  return kind === 'password-reset' ? claims.at(-1) : claims.find(isMeant);
}

async function prepareLink(
  db: Db,
  mail: PendingMail & { kind: EmailLinkKind },
  { keys, appUrl, now }: Settings & { now: Date },
): Promise<PreparedMail> {
  const { id, kind, language } = mail;
  const person = await personOf(db, mail);
  if (!person) return POINTLESS;
  const { userId, email } = person;
  const secret = mailedSecretOf(id, keys);
  const secretHash = hashMailedSecret(secret, keys.link[0]);
  const expiresAt = new Date(now.getTime() + LINK_MS[kind]);
  const link = { id, userId, email, kind, secretHash, now, expiresAt };
  const isOpen = await db.transaction().execute(async (transaction) => {
    await lockEmailLinks(transaction, userId);
    return (await isMailWaiting(transaction, id)) && openEmailLink(transaction, link);
  });
  if (!isOpen) return POINTLESS;
  const values = { email, site: new URL(appUrl).host };
  const content = { kind, language, values, expiresAt, link: linkOf(kind, secret, appUrl) };
  return { kind: 'ready', recipient: email, content };
}

export async function prepareMail(
  db: Db,
  mail: PendingMail,
  settings: Settings & { now: Date },
): Promise<PreparedMail> {
  const { kind } = mail;
  return kind === 'invitation'
    ? prepareInvitation(db, mail, settings)
    : prepareLink(db, { ...mail, kind }, settings);
}
