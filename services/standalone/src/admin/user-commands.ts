// `kurz user …`

import { createUser, refusalOfPassword, setPassword } from '@kurz/api';
import type { Clock } from '@kurz/process';
import { Option } from 'commander';
import { done, failed, type AdminAnswer } from './admin-answer';
import type { AdminConnection } from './admin-connection';
import { answerOfRefusal } from './answer-of-refusal';
import { addCommand, type CommandGroup } from './command-group';
import type { PasswordReader } from './read-password';
import type { TellAnswer } from './tell-answer';

export type UserCommandsDeps = { tell: TellAnswer; readPassword: PasswordReader; clock: Clock };

type CreateOptions = { email: string; password?: string; passwordStdin?: boolean; json?: boolean };
type SetPasswordOptions = { email: string; json?: boolean };

const NO_PASSWORD = failed('no password came on standard input');

/** The password when it may be set, else the answer that says why not. */
function judge(
  password: string | undefined,
  email: string,
): { kind: 'usable'; password: string } | AdminAnswer {
  if (password === undefined) return NO_PASSWORD;
  const refusal = refusalOfPassword('password', password, email);
  return refusal ? answerOfRefusal(refusal) : { kind: 'usable', password };
}

async function create(
  { db }: AdminConnection,
  { email, password }: { email: string; password?: string },
): Promise<AdminAnswer> {
  const outcome = await createUser(db, { email, password });
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
  { db }: AdminConnection,
  change: { email: string; password: string; now: Date },
): Promise<AdminAnswer> {
  const outcome = await setPassword(db, change);
  if (outcome.kind === 'no_such_user') return failed(`there is no user with the email ${change.email}`);
  const { userId: id } = outcome;
  return done({ id }, `Set the password of user ${id} and ended their sessions`);
}

/** Adds `user create` and `set-password`. */
export function makeUserCommands({ tell, readPassword, clock }: UserCommandsDeps): CommandGroup {
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
        const judged = judge(passwordStdin ? await readPassword() : said, email);
        if (judged.kind !== 'usable') return tell(judged, { json });
        const { password } = judged;
        return run((connection) => create(connection, { email, password }), { json });
      });

    addCommand(
      group,
      'set-password',
      'gives a person the password on standard input, and ends all their sessions',
    )
      .requiredOption('--email <email>')
      .action(async ({ email, json }: SetPasswordOptions) => {
        const judged = judge(await readPassword(), email);
        if (judged.kind !== 'usable') return tell(judged, { json });
        const { password } = judged;
        const now = new Date(clock.now());
        return run((connection) => replacePassword(connection, { email, password, now }), { json });
      });
  };
}
