// `kurz pepper …`: rotates the pepper of an embedded product, which knows two at a time. Only while it is stopped,
// because a running one has read its secrets.

import { endPepperRotation, findTokensUnusedSince, noteRotatedPepper, type UnusedToken } from '@kurz/api';
import type { Clock } from '@kurz/process';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import { tableOf } from '../answer/table-of';
import type { AdminConnection } from '../connection/admin-connection';
import { addCommand, type CommandGroup } from './command-group';

export type PepperCommandsDeps = { clock: Clock };

type RetireOptions = { force?: boolean; json?: boolean };

const ABOUT_ROTATE = `gives the tokens a new pepper, and keeps the old one beside it

Kurz must be stopped. No token changes: each token moves to the new pepper when it is used. Sessions, invitations and
second factors keep working too. When all tokens that matter have been used, end the rotation with pepper retire.`;

const ABOUT_RETIRE = `forgets the old pepper, which ends a rotation

Kurz must be stopped. A token that has not been used since the rotation would stop working: the command lists such tokens
and changes nothing, unless --force is given. Wait 30 days first: by then each session has moved or ended.`;

const MUST_BE_STOPPED =
  'the pepper can be changed only while Kurz is stopped: stop it and run this again (on servers: docs/operating.md, "Rotating the token pepper")';

async function rotate({ db, by, embedded }: AdminConnection, now: Date): Promise<AdminAnswer> {
  const pepper = embedded?.pepper;
  if (!pepper) return failed(MUST_BE_STOPPED);
  const before = pepper.read();
  if (before.old) {
    return failed(
      `a rotation has been under way since ${before.old.rotatedAt.toISOString()}: pepper retire ends it`,
      {
        rotatedAt: before.old.rotatedAt,
      },
    );
  }
  await noteRotatedPepper(db, by);
  pepper.rotate(now);
  return done(
    { rotatedAt: now },
    'The tokens have a new pepper. Start Kurz; tokens move to it as they are used.',
  );
}

const rowOf = ({ tokenId, name, workspaceId, lastUsedOn }: UnusedToken) => ({
  id: tokenId,
  name,
  workspace: workspaceId ?? 'a person’s',
  'last used': lastUsedOn ?? 'never',
});

async function retire({ db, by, embedded }: AdminConnection, isForced: boolean): Promise<AdminAnswer> {
  const pepper = embedded?.pepper;
  if (!pepper) return failed(MUST_BE_STOPPED);
  const { tokenPepper, old } = pepper.read();
  if (!old) return failed('there is no old pepper: pepper rotate begins a rotation');
  const unused = await findTokensUnusedSince(db, old.rotatedAt);
  if (unused.length > 0 && !isForced) {
    const table = tableOf(unused.map(rowOf), '');
    return failed(
      `these tokens have not been used since the rotation and would stop working (--force ends them):\n${table}`,
      {
        tokens: unused.map(({ tokenId, ...facts }) => ({ id: tokenId, ...facts })),
      },
    );
  }
  const { secondFactors } = await endPepperRotation(db, { tokenPepper, oldTokenPepper: old.tokenPepper }, by);
  pepper.retire();
  return done(
    { endedTokens: unused.length, secondFactors },
    `The old pepper is forgotten; ${unused.length} tokens ended with it.`,
  );
}

/** Adds `pepper rotate` and `retire`. */
export function makePepperCommands({ clock }: PepperCommandsDeps): CommandGroup {
  return (program, run) => {
    const group = program.command('pepper').description('the key of all token hashes (embedded product)');

    addCommand(group, 'rotate', ABOUT_ROTATE)
      .summary('gives the tokens a new pepper beside the old one')
      .action(({ json }: { json?: boolean }) =>
        run((connection) => rotate(connection, new Date(clock.now())), { json }),
      );

    addCommand(group, 'retire', ABOUT_RETIRE)
      .summary('forgets the old pepper')
      .option('--force', 'even when tokens stop working')
      .action(({ force = false, json }: RetireOptions) =>
        run((connection) => retire(connection, force), { json }),
      );
  };
}
