// `kurz user …`

import { createUser, refusalOfPassword, setPassword, suspendPerson, verifyEmailAsOperator } from '@kurz/api';
import type { Clock } from '@kurz/process';
import { Option } from 'commander';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import type { AdminConnection } from '../connection/admin-connection';
import { answerOfRefusal } from '../answer/answer-of-refusal';
import { addCommand, type CommandGroup } from './command-group';
import { addUserDeletion } from './deletion-commands';
import { addUserExport, type ExportCommandsDeps } from './export-commands';
import type { PasswordReader } from './read-password';
import { addSecondFactorReset, addSignInLink } from './sign-in-commands';
import type { PrintAnswer } from '../answer/print-answer';

export type UserCommandsDeps = ExportCommandsDeps & {
  printAnswer: PrintAnswer;
  readPassword: PasswordReader;
  clock: Clock;
};

type CreateOptions = { email: string; password?: string; passwordStdin?: boolean; json?: boolean };
type VerifyEmailOptions = { user?: string; json?: boolean };
type SetPasswordOptions = { email: string; json?: boolean };

const NO_PASSWORD = failed('no password came on standard input');

/** The password when it may be set, else the answer that says why not. */
function validate(
  password: string | undefined,
  email: string,
): { kind: 'usable'; password: string } | AdminAnswer {
  if (password === undefined) return NO_PASSWORD;
  const refusal = refusalOfPassword('password', password, email);
  return refusal ? answerOfRefusal(refusal) : { kind: 'usable', password };
}

async function create(
  { db, by }: AdminConnection,
  { email, password }: { email: string; password?: string },
): Promise<AdminAnswer> {
  const outcome = await createUser(db, { email, password }, by);
  switch (outcome.kind) {
    case 'created':
      return done(
        { id: outcome.userId, personalWorkspaceId: outcome.personalWorkspaceId },
        `Created user ${outcome.userId} with the personal workspace ${outcome.personalWorkspaceId}`,
      );
    case 'email_taken':
      return failed(`there is a user with the email ${email} already`);
    case 'bad_email':
      return failed(`${email} is not an email address`);
  }
}

async function replacePassword(
  { db, by }: AdminConnection,
  change: { email: string; password: string; now: Date },
): Promise<AdminAnswer> {
  const outcome = await setPassword(db, change, by);
  if (outcome.kind === 'no_such_user') return failed(`there is no user with the email ${change.email}`);
  const { userId: id } = outcome;
  return done({ id }, `Set the password of user ${id} and ended their sessions`);
}

async function verifyEmail(
  { db, by }: AdminConnection,
  target: { email: string; userId?: string; now: Date },
): Promise<AdminAnswer> {
  const { email } = target;
  const outcome = await verifyEmailAsOperator(db, target, by);
  switch (outcome.kind) {
    case 'verified':
      return done(
        { id: outcome.userId, email },
        `${email} is proven to be the address of user ${outcome.userId}`,
      );
    case 'already_verified':
      return done({ id: outcome.userId, email }, `${email} was proven already, for user ${outcome.userId}`);
    case 'no_such_user':
      return failed(`there is no such user with the email ${email}`);
    case 'several':
      return failed(
        `${email} is claimed by ${outcome.userIds.join(', ')}: name the account with --user; the others lose the address`,
      );
  }
}

/** Adds the commands about people, among them `user create`, `sign-in-link` and `reset-second-factor`. */
export function makeUserCommands(deps: UserCommandsDeps): CommandGroup {
  const { printAnswer, readPassword, clock } = deps;
  return (program, run) => {
    const group = program.command('user').description('people');

    addCommand(group, 'create', 'adds a person, with a personal workspace on the free plan')
      .requiredOption('--email <email>')
      .addOption(
        new Option(
          '--password-stdin',
          'lets the person sign in, with the password on standard input',
        ).conflicts('password'),
      )
      .option('--password <password>', 'the same; other users of the machine see it in the list of processes')
      .action(async ({ email, password: said, passwordStdin, json }: CreateOptions) => {
        if (!passwordStdin && said === undefined) {
          return run((connection) => create(connection, { email }), { json });
        }
        const validated = validate(passwordStdin ? await readPassword() : said, email);
        if (validated.kind !== 'usable') return printAnswer(validated, { json });
        const { password } = validated;
        return run((connection) => create(connection, { email, password }), { json });
      });

    addCommand(
      group,
      'prove-email',
      'vouches that an address belongs to its account, and takes it from all others',
    )
      .argument('<email>')
      .option('--user <id>', 'which account, when several claim the address')
      .action((email: string, { user: userId, json }: VerifyEmailOptions) => {
        const now = new Date(clock.now());
        return run((connection) => verifyEmail(connection, { email, userId, now }), { json });
      });

    for (const [name, isSuspended] of [['suspend', true] as const, ['resume', false] as const]) {
      const about = isSuspended
        ? 'ends all sessions of a person, refuses their user tokens, and keeps them from signing in'
        : 'lets a suspended person sign in again, and their user tokens work again';
      addCommand(group, name, about)
        .argument('<email>')
        .action((email: string, { json }: { json?: boolean }) =>
          run(
            async ({ db, by }) => {
              const now = new Date(clock.now());
              const outcome = await suspendPerson(db, { email, isSuspended, now }, by);
              if (outcome.kind === 'no_such_user') return failed(`there is no user with the email ${email}`);
              const { userIds: ids } = outcome;
              return done({ ids, isSuspended }, `${email} is ${isSuspended ? 'suspended' : 'not suspended'}`);
            },
            { json },
          ),
        );
    }

    addSignInLink(group, run, deps);
    addSecondFactorReset(group, run);
    addUserExport(group, run, deps);
    addUserDeletion(group, run);

    addCommand(
      group,
      'set-password',
      'sets a person’s password from standard input, and ends all their sessions',
    )
      .requiredOption('--email <email>')
      .action(async ({ email, json }: SetPasswordOptions) => {
        const validated = validate(await readPassword(), email);
        if (validated.kind !== 'usable') return printAnswer(validated, { json });
        const { password } = validated;
        const now = new Date(clock.now());
        return run((connection) => replacePassword(connection, { email, password, now }), { json });
      });
  };
}
