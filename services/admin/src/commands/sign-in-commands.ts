// `kurz user sign-in-link`: a one-time address that signs a person in; `kurz user reset-second-factor`: for people who
// lost their authenticator and their recovery codes.

import { makeSignInLink, removeSecondFactors } from '@kurz/api';
import type { Clock } from '@kurz/process';
import type { Command } from 'commander';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import type { AdminConnection } from '../connection/admin-connection';
import { accountOf } from './account-of';
import { addCommand } from './command-group';
import type { AdminRunner } from './run-admin-command';

type Options = { user?: string; json?: boolean };

const ABOUT_LINK = `prints an address that signs a person in

It works once, for 15 minutes. The next one, a new password, or signing out everywhere ends it. It replaces only the
password: a second factor is still asked for. Without KURZ_APP_URL, servers print only the path.`;

async function signInLink(
  connection: AdminConnection,
  { email, named, now }: { email: string; named: string | undefined; now: Date },
): Promise<AdminAnswer> {
  const account = await accountOf(connection, email, named);
  if (account.kind !== 'account') return account;
  const { db, by } = connection;
  const link = await makeSignInLink(db, { userId: account.userId, now }, by);
  switch (link.kind) {
    case 'no_such_user':
      return failed(`there is no such user with the email ${email}`);
    case 'suspended':
      return failed(`${email} is suspended: user resume ends that`);
    case 'made': {
      const appUrl = await connection.appUrl();
      const address = appUrl === undefined ? undefined : appUrl + link.path;
      const json = { id: link.userId, path: link.path, expiresAt: link.expiresAt.toISOString() };
      return done({ ...json, ...(address !== undefined && { address }) }, address ?? link.path);
    }
  }
}

export function addSignInLink(group: Command, run: AdminRunner, { clock }: { clock: Clock }): void {
  addCommand(group, 'sign-in-link', ABOUT_LINK)
    .argument('<email>')
    .option('--user <id>', 'which account, when nobody has proven the address')
    .action((email: string, { user: named, json }: Options) => {
      const now = new Date(clock.now());
      return run((connection) => signInLink(connection, { email, named, now }), { json });
    });
}

const ABOUT_RESET = `removes a person's authenticator, passkeys and recovery codes

For a person who has lost them all. First make sure that the request comes from that person. From then on, the password or
a sign-in link signs them in.`;

async function resetSecondFactor(
  connection: AdminConnection,
  email: string,
  named: string | undefined,
): Promise<AdminAnswer> {
  const account = await accountOf(connection, email, named);
  if (account.kind !== 'account') return account;
  const { db, by } = connection;
  const removed = await removeSecondFactors(db, account.userId, by);
  if (!removed) return failed(`${email} has no second factor`);
  return done({ id: account.userId }, `Removed the second factor of user ${account.userId}`);
}

export function addSecondFactorReset(group: Command, run: AdminRunner): void {
  addCommand(group, 'reset-second-factor', ABOUT_RESET)
    .argument('<email>')
    .option('--user <id>', 'which account, when nobody has proven the address')
    .action((email: string, { user: named, json }: Options) =>
      run((connection) => resetSecondFactor(connection, email, named), { json }),
    );
}
