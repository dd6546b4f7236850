// `kurz user …`

import { createUser } from '@kurz/api';
import { done, failed } from './admin-answer';
import { addCommand, type CommandGroup } from './command-group';

type CreateOptions = { email: string; password?: string; json?: boolean };

/** Adds `user create`. */
export const addUserCommands: CommandGroup = (program, run) => {
  const group = program.command('user').description('people');
  addCommand(group, 'create', 'adds a person, with a personal workspace on the free plan')
    .requiredOption('--email <email>')
    .option('--password <password>', 'lets the person sign in')
    .action(({ email, password, json }: CreateOptions) =>
      run(
        async ({ db }) => {
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
        },
        { json },
      ),
    );
};
